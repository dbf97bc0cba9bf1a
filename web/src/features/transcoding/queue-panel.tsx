import type { catalog } from '@larksong/contracts';

import { formatInteger } from '../../lib/integers.ts';
import { formatClock } from '../../lib/moments.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
import { formatSpan } from '../../lib/time-left.ts';
import { toChart } from './queue-bars.ts';
import { QueueChart } from './queue-chart.tsx';
import jobs from './transcoding.module.css';
import styles from './queue.module.css';

const formatWait = (t: Texts, seconds: number) => (seconds === 0 ? t('queue.no-wait') : formatSpan(seconds));

/** The queue of all videos: its length, its age and the last hour. */
export function QueuePanel({ queue }: { queue: catalog.Queue }) {
  const t = useTexts();
  const { samples, now } = queue;
  return (
    <section className={jobs.jobs} aria-labelledby="queue">
      <h2 id="queue">{t('queue.title')}</h2>
      <div className="panel">
        <dl className={styles.figures}>
          <Figure name={t('queue.waiting')} value={formatInteger(queue.waiting)} />
          <Figure name={t('queue.running')} value={formatInteger(queue.running)} />
          <Figure name={t('queue.longest')} value={formatWait(t, queue.oldestSeconds)} />
          {queue.secondsLeft !== null && (
            <Figure
              name={t('queue.left')}
              value={t('queue.about', { span: formatSpan(queue.secondsLeft) })}
            />
          )}
        </dl>
        <QueueChart
          title={t('queue.waiting')}
          chart={toChart(samples, now, ({ waiting }) => waiting)}
          format={formatInteger}
        />
        <QueueChart
          title={t('queue.longest')}
          chart={toChart(samples, now, ({ oldestSeconds }) => oldestSeconds)}
          format={formatSpan}
        />
        <p className="muted small">{t('queue.hint')}</p>
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
  const t = useTexts();
  return (
    <details className={jobs.folded}>
      <summary>{t('queue.table')}</summary>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('queue.time')}</th>
            <th scope="col">{t('queue.waiting')}</th>
            <th scope="col">{t('queue.longest')}</th>
          </tr>
        </thead>
        <tbody>
          {samples.toReversed().map((sample) => (
            <tr key={sample.at}>
              <th scope="row">{formatClock(new Date(sample.at))}</th>
              <td>{formatInteger(sample.waiting)}</td>
              <td>{formatWait(t, sample.oldestSeconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
