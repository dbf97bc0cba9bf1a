import type { catalog, FailureCode } from '@larksong/contracts';
import { CirclePause, RefreshCw } from 'lucide-react';

import { formatInteger } from '../../lib/integers.ts';
import { useTexts } from '../../lib/texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useSession } from '../auth/session.ts';
import { DeleteButton } from './delete-button.tsx';
import { formatMoment } from './texts.ts';
import { useRetryVideo } from './use-retry-video.ts';
import styles from './transcoding.module.css';

/** Returns whether somebody stopped a video that counts as failed. */
export function isStopped({ failureCode }: { failureCode: FailureCode }): boolean {
  return failureCode === 'cancelled';
}

/** The section of videos whose processing somebody stopped; nothing is wrong with them. Renders nothing without one. */
export function StoppedVideos({ videos }: { videos: readonly catalog.FailedVideo[] }) {
  const t = useTexts();
  if (videos.length === 0) return null;
  return (
    <section className={styles.jobs} aria-labelledby="stopped">
      <h2 id="stopped" className="row">
        {t('jobs.stopped')} <Badge>{formatInteger(videos.length)}</Badge>
      </h2>
      {videos.map((video) => (
        <Stopped key={video.id} video={video} />
      ))}
    </section>
  );
}

function Stopped({ video }: { video: catalog.FailedVideo }) {
  const t = useTexts();
  const { user } = useSession();
  const { stoppedBy } = video;
  const isOwn = stoppedBy?.id !== undefined && stoppedBy.id === user?.id;
  return (
    <article className={classNames('panel', styles.job)}>
      <h3 dir="auto">{video.title}</h3>
      <Badge>
        <CirclePause className="icon" aria-hidden />
        {isOwn
          ? t('jobs.stopped-by-you')
          : stoppedBy
            ? t('jobs.stopped-by', { name: stoppedBy.name })
            : t('jobs.stopped-one')}
      </Badge>
      <p className={classNames(styles.meta, styles.wide)}>
        <span>{formatMoment(video.failedAt)}</span>
        <code>{video.id}</code>
      </p>
      <div className={classNames('row', styles.wide)}>
        <ContinueButton video={video} />
        <DeleteButton video={video} slim />
      </div>
    </article>
  );
}

function ContinueButton({ video }: { video: catalog.FailedVideo }) {
  const t = useTexts();
  const { isRetrying, retry } = useRetryVideo(video.id);
  return (
    <Button
      variant="plain"
      busy={isRetrying}
      aria-label={isRetrying ? undefined : t('jobs.continue-of', { title: video.title })}
      onClick={retry}
    >
      {!isRetrying && <RefreshCw className="icon" aria-hidden />}
      {isRetrying ? t('jobs.continuing') : t('jobs.continue')}
    </Button>
  );
}
