import type { catalog } from '@larksong/contracts';
import { Hourglass, MessageSquareText, Undo2 } from 'lucide-react';
import { Link } from 'react-router';

import { formatInteger } from '../../lib/integers.ts';
import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EditVideoButton } from '../edit-video/edit-video-button.tsx';
import { DeleteButton } from './delete-button.tsx';
import { formatMoment } from './texts.ts';
import styles from './transcoding.module.css';

/** The section of a teacher's videos that were sent back or wait for an approval; renders nothing without one. */
export function PendingVideos({ videos }: { videos: readonly catalog.OwnPendingVideo[] }) {
  const t = useTexts();
  if (videos.length === 0) return null;
  return (
    <section className={styles.jobs} aria-labelledby="pending">
      <h2 id="pending" className="row">
        {t('own.pending')} <Badge kind="note">{formatInteger(videos.length)}</Badge>
      </h2>
      {videos.map((video) => (
        <Pending key={video.id} video={video} />
      ))}
    </section>
  );
}

function Pending({ video }: { video: catalog.OwnPendingVideo }) {
  const t = useTexts();
  const { id, title, approval } = video;
  const isSentBack = approval.state === 'sent_back';
  const Icon = isSentBack ? Undo2 : Hourglass;
  return (
    <article className={classNames('panel', styles.job)}>
      <h3 dir="auto">{title}</h3>
      <Badge kind={isSentBack ? 'bad' : 'note'}>
        <Icon className={classNames('icon', isSentBack && 'points')} aria-hidden />
        {t(`own.${approval.state}`)}
      </Badge>
      <p className={classNames(styles.meta, styles.wide)}>
        <span>{formatMoment(approval.since)}</span>
        <Link to={paths.watch(id)}>{t('jobs.watch')}</Link>
      </p>
      {approval.note !== null && (
        <p className={classNames('message', styles.wide)}>
          <MessageSquareText className="icon" aria-hidden />
          <span dir="auto">{approval.note}</span>
        </p>
      )}
      {isSentBack && <p className={classNames('small', styles.wide)}>{t('own.change')}</p>}
      <div className={classNames('row', styles.wide)}>
        <EditVideoButton video={video} />
        <DeleteButton video={video} slim />
      </div>
    </article>
  );
}
