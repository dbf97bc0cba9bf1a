import type { catalog, status } from '@larksong/contracts';
import { Link } from 'react-router';

import { formatInteger } from '../../lib/integers.ts';
import { useTexts } from '../../lib/texts.ts';
import { formatSpan } from '../../lib/time-left.ts';
import { toStage } from '../../parts/unit-stage.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Figure, Figures } from './figures.tsx';
import styles from './status.module.css';

const KINDS: Record<catalog.Worker['state'], 'plain' | 'good' | 'bad' | 'note'> = {
  busy: 'note',
  idle: 'good',
  stopping: 'plain',
  stopped: 'plain',
  vanished: 'bad',
};

type CatalogFigures = NonNullable<status.CatalogStatus['figures']>;

/** The queue and the workers in short; the page Transcoding has the rest. */
export function WorkPanel({ catalog, game }: Pick<status.SiteStatus, 'catalog' | 'game'>) {
  const t = useTexts();
  const figures = catalog?.figures;
  return (
    <section className={styles.part} aria-labelledby="work">
      <h2 id="work">{t('status.work')}</h2>
      <div className="panel">
        {figures ? (
          <>
            <QueueFigures figures={figures} sounds={game?.figures?.sounds} />
            <ul className={styles.list}>
              {figures.workers.map((worker) => (
                <Worker key={worker.id} worker={worker} />
              ))}
            </ul>
            <Link to={paths.transcoding}>{t('transcoding.title')}</Link>
          </>
        ) : (
          <p className="muted">{t('status.work-unknown')}</p>
        )}
      </div>
    </section>
  );
}

interface QueueFiguresProps {
  figures: CatalogFigures;
  sounds: NonNullable<status.GameStatus['figures']>['sounds'] | undefined;
}

function QueueFigures({ figures, sounds }: QueueFiguresProps) {
  const t = useTexts();
  const { queue, approvals, comments, flags, suggestions, links, uploadsRunning } = figures;
  const { waiting, running, oldestSeconds } = queue;
  return (
    <Figures>
      <Figure name={t('queue.waiting')}>{formatInteger(waiting)}</Figure>
      <Figure name={t('queue.running')}>{formatInteger(running)}</Figure>
      <Figure name={t('queue.longest')}>
        {oldestSeconds === 0 ? t('queue.no-wait') : formatSpan(oldestSeconds)}
      </Figure>
      {approvals && <Figure name={t('status.approvals')}>{formatInteger(approvals.waiting)}</Figure>}
      {flags && <Figure name={t('status.flags')}>{formatInteger(flags.open)}</Figure>}
      {suggestions !== undefined && (
        <Figure name={t('status.suggestions')}>{formatInteger(suggestions)}</Figure>
      )}
      {comments && comments.setting !== 'off' && (
        <Figure name={t('status.comments')}>{formatInteger(comments.waiting + comments.reported)}</Figure>
      )}
      {links && <Figure name={t('status.links')}>{formatInteger(links.account + links.site)}</Figure>}
      <Figure name={t('status.uploads')}>{formatInteger(uploadsRunning)}</Figure>
      {sounds && <Figure name={t('status.sounds')}>{formatInteger(sounds.waiting + sounds.running)}</Figure>}
    </Figures>
  );
}

function Worker({ worker }: { worker: catalog.Worker }) {
  const t = useTexts();
  return (
    <li className={classNames(styles.entry, styles.inner)}>
      <h3 dir="auto">{worker.name}</h3>
      <Badge kind={KINDS[worker.state]}>{t(`workers.${worker.state}`)}</Badge>
      <p className={styles.meta}>
        {worker.version !== null && <span>{t('status.version', { version: worker.version })}</span>}
        <span>{worker.sandboxed ? t('status.sandbox-on') : t('status.sandbox-off')}</span>
        {worker.units.map((unit) => (
          <span key={`${unit.videoId} ${unit.stage} ${unit.span?.startSeconds}`}>
            {t.rich('status.unit', {
              stage: toStage(t, unit.stage),
              title: <strong dir="auto">{unit.title}</strong>,
              span: formatSpan(unit.elapsedSeconds),
            })}
          </span>
        ))}
        {worker.silentSeconds > 10 && (
          <span>{t('status.silent', { span: formatSpan(worker.silentSeconds) })}</span>
        )}
      </p>
    </li>
  );
}
