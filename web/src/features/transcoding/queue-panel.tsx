import type { catalog } from '@larksong/contracts';

import { formatSpan } from '../../lib/time-left.ts';
import { toChart } from './queue-bars.ts';
import { QueueChart } from './queue-chart.tsx';
import { formatClock } from './texts.ts';
import jobs from './transcoding.module.css';
import styles from './queue.module.css';

const formatWait = (seconds: number) => (seconds === 0 ? 'none' : formatSpan(seconds));

/** The queue of all videos: its length, its age and the last hour. */
export function QueuePanel({ queue }: { queue: catalog.Queue }) {
  const { samples, now } = queue;
  return (
    <section className={jobs.jobs} aria-labelledby="queue">
      <h2 id="queue">Queue</h2>
      <div className="panel">
        <dl className={styles.figures}>
          <Figure name="Parts waiting" value={String(queue.waiting)} />
          <Figure name="Being worked on" value={String(queue.running)} />
          <Figure name="Longest wait" value={formatWait(queue.oldestSeconds)} />
          {queue.secondsLeft !== null && (
            <Figure name="Time left" value={`about ${formatSpan(queue.secondsLeft)}`} />
          )}
        </dl>
        <QueueChart
          title="Parts waiting"
          chart={toChart(samples, now, ({ waiting }) => waiting)}
          format={String}
        />
        <QueueChart
          title="Longest wait"
          chart={toChart(samples, now, ({ oldestSeconds }) => oldestSeconds)}
          format={formatSpan}
        />
        <p className="muted small">
          A video is divided into parts of up to half a minute, which all workers share.
        </p>
        {samples.length > 0 && <SampleTable samples={samples} />}
      </div>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function SampleTable({ samples }: { samples: readonly catalog.QueueSample[] }) {
  return (
    <details className={jobs.folded}>
      <summary>The last hour as a table</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Parts waiting</th>
            <th scope="col">Longest wait</th>
          </tr>
        </thead>
        <tbody>
          {samples.toReversed().map((sample) => (
            <tr key={sample.at}>
              <th scope="row">{formatClock(sample.at)}</th>
              <td>{sample.waiting}</td>
              <td>{formatWait(sample.oldestSeconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
