import type { catalog } from '@larksong/contracts';
import { ChevronRight, CircleAlert, RefreshCw, TriangleAlert } from 'lucide-react';

import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DeleteButton } from './delete-button.tsx';
import { formatMoment } from './texts.ts';
import { useRetryVideo } from './use-retry-video.ts';
import styles from './transcoding.module.css';

/** The section of failed videos; renders nothing if there are none. */
export function FailedVideos({ videos }: { videos: readonly catalog.FailedVideo[] }) {
  if (videos.length === 0) return null;
  return (
    <section className={styles.jobs} aria-labelledby="failed">
      <h2 id="failed">Recently Failed</h2>
      {videos.map((video) => (
        <Failed key={video.id} video={video} />
      ))}
    </section>
  );
}

function Failed({ video }: { video: catalog.FailedVideo }) {
  return (
    <article className={classNames('panel', styles.job)}>
      <h3>{video.title}</h3>
      <Badge kind="bad">
        <TriangleAlert className="icon" aria-hidden />
        Failed
      </Badge>
      <p className={classNames(styles.meta, styles.wide)}>
        <span>Failed {formatMoment(video.failedAt)}</span>
        <code>{video.id}</code>
      </p>
      {/* Not a Message, which would be read out again with every refresh. */}
      <p className={classNames('message bad', styles.wide)}>
        <CircleAlert className="icon" aria-hidden />
        <span>{video.processingError}</span>
      </p>
      <div className={classNames('row', styles.wide)}>
        <RetryButton video={video} />
        <DeleteButton video={video} />
        {video.processingLog !== '' && (
          <details>
            <summary>
              <ChevronRight className="icon" aria-hidden />
              Technical log
            </summary>
            <pre>{video.processingLog}</pre>
          </details>
        )}
      </div>
    </article>
  );
}

function RetryButton({ video }: { video: catalog.FailedVideo }) {
  const { isRetrying, retry } = useRetryVideo(video.id);
  return (
    <Button
      variant="plain"
      busy={isRetrying}
      aria-label={isRetrying ? undefined : `Retry ${video.title}`}
      onClick={retry}
    >
      {!isRetrying && <RefreshCw className="icon" aria-hidden />}
      {isRetrying ? 'Retrying...' : 'Retry'}
    </Button>
  );
}
