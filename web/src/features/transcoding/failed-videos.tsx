import type { catalog } from '@larksong/contracts';
import { CircleAlert, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { AcceptReadableButton } from '../../parts/accept-readable-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DeleteButton } from './delete-button.tsx';
import { describeSetbacks, FAILURE_GROUPS, formatMoment } from './texts.ts';
import { useRetryVideo } from './use-retry-video.ts';
import styles from './transcoding.module.css';

/** Failures above the videos in processing; the others are one press away, so that neither list hides the other. */
const FEW = 3;

interface FailedVideosProps {
  /** The latest failure first. */
  videos: readonly catalog.FailedVideo[];
  /** Counts of all failed videos, including those that are not listed. */
  counts: readonly catalog.FailureCount[];
}

/** The section of failed videos, grouped by cause; renders nothing if there are none. */
export function FailedVideos({ videos, counts }: FailedVideosProps) {
  const [isAll, setAll] = useState(false);
  if (videos.length === 0) return null;
  const shown = isAll ? videos : videos.slice(0, FEW);
  const groups = Map.groupBy(shown, ({ failureCode }) => failureCode);
  return (
    <section className={styles.jobs} aria-labelledby="failed">
      <h2 id="failed">Recently Failed</h2>
      {[...groups].map(([code, ofCause]) => (
        <Group
          key={code}
          title={FAILURE_GROUPS[code]}
          videos={ofCause}
          count={counts.find(({ failureCode }) => failureCode === code)?.count ?? ofCause.length}
        />
      ))}
      {counts
        .filter(({ failureCode }) => !groups.has(failureCode))
        .map(({ failureCode, count }) => (
          <p key={failureCode} className="muted">
            {FAILURE_GROUPS[failureCode]}: {count} earlier
          </p>
        ))}
      {videos.length > FEW && (
        <div className="row">
          <Button variant="plain" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'Show fewer' : `Show all ${videos.length}`}
          </Button>
        </div>
      )}
    </section>
  );
}

function Group({ title, videos, count }: { title: string; videos: catalog.FailedVideo[]; count: number }) {
  return (
    <section className={styles.group}>
      <h3 className="row">
        {title} <Badge>{count > videos.length ? `latest ${videos.length} of ${count}` : count}</Badge>
      </h3>
      {videos.map((video) => (
        <Failed key={video.id} video={video} />
      ))}
    </section>
  );
}

function Failed({ video }: { video: catalog.FailedVideo }) {
  return (
    <article className={classNames('panel', styles.job)}>
      <h4 dir="auto">{video.title}</h4>
      <Badge kind="bad">
        <TriangleAlert className="icon" aria-hidden />
        Failed
      </Badge>
      <p className={classNames(styles.meta, styles.wide)}>
        <span>Failed {formatMoment(video.failedAt)}</span>
        {describeSetbacks(video).map((text) => (
          <span key={text}>{text}</span>
        ))}
        <code>{video.id}</code>
      </p>
      {/* Not a Message, which would be read out again with every refresh. */}
      <p className={classNames('message bad', styles.wide)}>
        <CircleAlert className="icon" aria-hidden />
        <span>{video.processingError}</span>
      </p>
      <div className={classNames('row', styles.wide)}>
        {video.readable && <AcceptReadableButton video={video} readable={video.readable} />}
        <RetryButton video={video} />
        <DeleteButton video={video} />
        {video.processingLog !== '' && (
          <details className={styles.folded}>
            <summary>Technical log</summary>
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
