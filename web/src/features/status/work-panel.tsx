import type { catalog, status } from '@larksong/contracts';
import { Link } from 'react-router';

import { formatSpan } from '../../lib/time-left.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Figure, Figures } from './figures.tsx';
import styles from './status.module.css';

const STATES: Record<catalog.Worker['state'], { label: string; kind: 'plain' | 'good' | 'bad' | 'note' }> = {
  busy: { label: 'Busy', kind: 'note' },
  idle: { label: 'Idle', kind: 'good' },
  stopping: { label: 'Stopping', kind: 'plain' },
  stopped: { label: 'Stopped', kind: 'plain' },
  vanished: { label: 'Not responding', kind: 'bad' },
};

/** The queue and the workers in short; the page Transcoding has the rest. */
export function WorkPanel({ catalog, game }: Pick<status.SiteStatus, 'catalog' | 'game'>) {
  const figures = catalog?.figures;
  const sounds = game?.figures?.sounds;
  return (
    <section className={styles.part} aria-labelledby="work">
      <h2 id="work">Queue and workers</h2>
      <div className="panel">
        {figures ? (
          <>
            <Figures>
              <Figure name="Parts waiting">{figures.queue.waiting}</Figure>
              <Figure name="Being worked on">{figures.queue.running}</Figure>
              <Figure name="Longest wait">
                {figures.queue.oldestSeconds === 0 ? 'none' : formatSpan(figures.queue.oldestSeconds)}
              </Figure>
              <Figure name="Uploads running">{figures.uploadsRunning}</Figure>
              {sounds && <Figure name="Sounds waiting">{sounds.waiting + sounds.running}</Figure>}
            </Figures>
            <ul className={styles.list}>
              {figures.workers.map((worker) => (
                <Worker key={worker.id} worker={worker} />
              ))}
            </ul>
            <Link to={paths.transcoding}>Transcoding Status</Link>
          </>
        ) : (
          <p className="muted">Unknown while catalog or its database does not answer.</p>
        )}
      </div>
    </section>
  );
}

function Worker({ worker }: { worker: catalog.Worker }) {
  const { label, kind } = STATES[worker.state];
  return (
    <li className={classNames(styles.entry, styles.inner)}>
      <h3 dir="auto">{worker.name}</h3>
      <Badge kind={kind}>{label}</Badge>
      <p className={styles.meta}>
        {worker.version !== null && <span>Version {worker.version}</span>}
        <span>{worker.sandboxed ? 'sandbox on' : 'sandbox off'}</span>
        {worker.units.map((unit) => (
          <span key={`${unit.videoId} ${unit.stage} ${unit.span?.startSeconds}`}>
            {unit.stage} of <strong dir="auto">{unit.title}</strong> for {formatSpan(unit.elapsedSeconds)}
          </span>
        ))}
        {worker.silentSeconds > 10 && <span>silent for {formatSpan(worker.silentSeconds)}</span>}
      </p>
    </li>
  );
}
