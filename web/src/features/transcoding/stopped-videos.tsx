import type { catalog } from '@larksong/contracts';
import { CirclePause, RefreshCw } from 'lucide-react';

import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useSession } from '../auth/session.ts';
import { DeleteButton } from './delete-button.tsx';
import { formatMoment } from './texts.ts';
import { useRetryVideo } from './use-retry-video.ts';
import styles from './transcoding.module.css';

/** The section of videos whose processing somebody stopped; nothing is wrong with them. Renders nothing without one. */
export function StoppedVideos({ videos }: { videos: readonly catalog.FailedVideo[] }) {
  if (videos.length === 0) return null;
  return (
    <section className={styles.jobs} aria-labelledby="stopped">
      <h2 id="stopped" className="row">
        Stopped <Badge>{videos.length}</Badge>
      </h2>
      {videos.map((video) => (
        <Stopped key={video.id} video={video} />
      ))}
    </section>
  );
}

function Stopped({ video }: { video: catalog.FailedVideo }) {
  const { user } = useSession();
  const { stoppedBy } = video;
  const isOwn = stoppedBy?.id !== undefined && stoppedBy.id === user?.id;
  return (
    <article className={classNames('panel', styles.job)}>
      <h3 dir="auto">{video.title}</h3>
      <Badge>
        <CirclePause className="icon" aria-hidden />
        {isOwn ? 'Stopped by you' : stoppedBy ? `Stopped by ${stoppedBy.name}` : 'Stopped'}
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
  const { isRetrying, retry } = useRetryVideo(video.id);
  return (
    <Button
      variant="plain"
      busy={isRetrying}
      aria-label={isRetrying ? undefined : `Continue ${video.title}`}
      onClick={retry}
    >
      {!isRetrying && <RefreshCw className="icon" aria-hidden />}
      {isRetrying ? 'Continuing...' : 'Continue'}
    </Button>
  );
}
