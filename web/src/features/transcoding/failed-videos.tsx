import type { catalog } from '@larksong/contracts';
import { CircleAlert, RefreshCw, TriangleAlert } from 'lucide-react';
import { useState } from 'react';

import { formatInteger } from '../../lib/integers.ts';
import { useTexts } from '../../lib/texts.ts';
import { AcceptReadableButton } from '../../parts/accept-readable-button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { failureWords } from '../../parts/server-words.ts';
import { classNames } from '../../ui/class-names.ts';
import { DeleteButton } from './delete-button.tsx';
import { describeSetbacks, formatMoment } from './texts.ts';
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
  const t = useTexts();
  const [isAll, setAll] = useState(false);
  if (videos.length === 0) return null;
  const shown = isAll ? videos : videos.slice(0, FEW);
  const groups = Map.groupBy(shown, ({ failureCode }) => failureCode);
  return (
    <section className={styles.jobs} aria-labelledby="failed">
      <h2 id="failed">{t('jobs.failed')}</h2>
      {[...groups].map(([code, ofCause]) => (
        <Group
          key={code}
          title={t(`jobs.cause-${code}`)}
          videos={ofCause}
          count={counts.find(({ failureCode }) => failureCode === code)?.count ?? ofCause.length}
        />
      ))}
      {counts
        .filter(({ failureCode }) => !groups.has(failureCode))
        .map(({ failureCode, count }) => (
          <p key={failureCode} className="muted">
            {t('jobs.earlier', { cause: t(`jobs.cause-${failureCode}`), count })}
          </p>
        ))}
      {videos.length > FEW && (
        <div className="row">
          <Button variant="plain" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? t('jobs.show-fewer') : t('jobs.show-all', { count: videos.length })}
          </Button>
        </div>
      )}
    </section>
  );
}

function Group({ title, videos, count }: { title: string; videos: catalog.FailedVideo[]; count: number }) {
  const t = useTexts();
  return (
    <section className={styles.group}>
      <h3 className="row">
        {title}{' '}
        <Badge>
          {count > videos.length
            ? t('jobs.latest', { count: videos.length, total: count })
            : formatInteger(count)}
        </Badge>
      </h3>
      {videos.map((video) => (
        <Failed key={video.id} video={video} />
      ))}
    </section>
  );
}

function Failed({ video }: { video: catalog.FailedVideo }) {
  const t = useTexts();
  return (
    <article className={classNames('panel', styles.job)}>
      <h4 dir="auto">{video.title}</h4>
      <Badge kind="bad">
        <TriangleAlert className="icon" aria-hidden />
        {t('jobs.failed-one')}
      </Badge>
      <p className={classNames(styles.meta, styles.wide)}>
        <span>{t('jobs.failed-at', { moment: formatMoment(video.failedAt) })}</span>
        {describeSetbacks(video).map((text) => (
          <span key={text}>{text}</span>
        ))}
        <code>{video.id}</code>
      </p>
      {/* Not a Message, which would be read out again with every refresh. */}
      <p className={classNames('message bad', styles.wide)}>
        <CircleAlert className="icon" aria-hidden />
        <span {...failureWords(video.reason, video.processingError)} />
      </p>
      <div className={classNames('row', styles.wide)}>
        {video.readable && <AcceptReadableButton video={video} readable={video.readable} />}
        <RetryButton video={video} />
        <DeleteButton video={video} />
        {video.processingLog !== '' && (
          <details className={styles.folded}>
            <summary>{t('jobs.log')}</summary>
            <pre>{video.processingLog}</pre>
          </details>
        )}
      </div>
    </article>
  );
}

function RetryButton({ video }: { video: catalog.FailedVideo }) {
  const t = useTexts();
  const { isRetrying, retry } = useRetryVideo(video.id);
  return (
    <Button
      variant="plain"
      busy={isRetrying}
      aria-label={isRetrying ? undefined : t('jobs.retry-of', { title: video.title })}
      onClick={retry}
    >
      {!isRetrying && <RefreshCw className="icon" aria-hidden />}
      {isRetrying ? t('jobs.retrying') : t('jobs.retry')}
    </Button>
  );
}
