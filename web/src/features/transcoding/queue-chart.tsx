import { formatClock } from '../../lib/moments.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
import { CHART_MINUTES, findPeak, type Bar, type Chart } from './queue-bars.ts';
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
  const t = useTexts();
  const { bars, top } = chart;
  return (
    <figure className={styles.chart}>
      <figcaption className="row apart">
        <span>{title}</span>
        <span className="muted">{t('queue.top', { amount: format(top) })}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${CHART_MINUTES} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={describe(t, { title, chart, format })}
      >
        {bars.map((bar) => (
          <Minute key={bar.position} bar={bar} />
        ))}
      </svg>
      <p className={styles.axis} aria-hidden>
        <span>{t('queue.hour-ago')}</span>
        <span>{t('queue.half-hour-ago')}</span>
        <span>{t('queue.now')}</span>
      </p>
    </figure>
  );
}

function Minute({ bar }: { bar: Bar }) {
  const height = Math.max(FLAT, bar.height * HEIGHT);
  return <rect x={bar.position + 0.1} y={HEIGHT - height} width={0.8} height={height} />;
}

function describe(t: Texts, { title, chart: { bars }, format }: QueueChartProps): string {
  const peak = findPeak(bars);
  const last = bars.at(-1);
  if (!peak || !last) return t('queue.unknown', { title });
  return t('queue.described', {
    title,
    amount: format(last.value),
    time: formatClock(new Date(last.at)),
    most: format(peak.value),
    peakTime: formatClock(new Date(peak.at)),
  });
}
