import { CHART_MINUTES, findPeak, type Bar, type Chart } from './queue-bars.ts';
import { formatClock } from './texts.ts';
import styles from './queue.module.css';

const HEIGHT = 100;
/** Height of a bar of 0, which differs from a minute that was not observed. */
const FLAT = 2;

interface QueueChartProps {
  title: string;
  chart: Chart;
  format: (value: number) => string;
}

/** The last hour as one bar a minute. */
export function QueueChart({ title, chart, format }: QueueChartProps) {
  const { bars, top } = chart;
  return (
    <figure className={styles.chart}>
      <figcaption className="row apart">
        <span>{title}</span>
        <span className="muted">up to {format(top)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${CHART_MINUTES} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={describe(title, bars, format)}
      >
        {bars.map((bar) => (
          <Minute key={bar.position} bar={bar} />
        ))}
      </svg>
      <p className={styles.axis} aria-hidden>
        <span>1 h ago</span>
        <span>30 min</span>
        <span>now</span>
      </p>
    </figure>
  );
}

function Minute({ bar }: { bar: Bar }) {
  const height = Math.max(FLAT, bar.height * HEIGHT);
  return <rect x={bar.position + 0.1} y={HEIGHT - height} width={0.8} height={height} />;
}

function describe(title: string, bars: readonly Bar[], format: (value: number) => string): string {
  const peak = findPeak(bars);
  const last = bars.at(-1);
  if (!peak || !last) return `${title} in the last hour: nothing was recorded`;
  return `${title} in the last hour: ${format(last.value)} at ${formatClock(last.at)}, at most ${format(peak.value)} at ${formatClock(peak.at)}`;
}
