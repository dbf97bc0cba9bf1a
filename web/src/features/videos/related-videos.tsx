import type { catalog } from '@larksong/contracts';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';

import { formatViews } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { LoadFailed } from '../../parts/load-failed.tsx';
import { LazyApproval } from './one-video/lazy-approval.tsx';
import { MOST_RELATED, useRelated } from './use-related.ts';
import { Thumbnail, WaitingThumbnail } from './thumbnail.tsx';
import styles from './related-videos.module.css';

/** Maximum below the player (specification section 9). */
const BELOW = 6;
const WIDE = '(width > 64rem)';

interface RelatedVideosProps {
  id: string;
  onIntent: () => void;
}

/** Related videos: up to 12 in a side list if the window is wider than 1024 px, otherwise 6 in two columns below. */
export function RelatedVideos({ id, onIntent }: RelatedVideosProps) {
  const t = useTexts();
  const query = useRelated(id);
  const isWide = useSyncExternalStore(followWidth, () => matchMedia(WIDE).matches);
  const videos = query.data?.videos.slice(0, isWide ? MOST_RELATED : BELOW);
  if (videos?.length === 0) return null;
  return (
    <aside className={styles.related} aria-label={t('related.title')}>
      <h2>{t('related.title')}</h2>
      {videos === undefined && query.isError && (
        <LoadFailed
          level={3}
          title={t('related.failed')}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isPending && <WaitingRelated count={isWide ? MOST_RELATED : BELOW} />}
      {videos && (
        <ul>
          {videos.map((video) => (
            <RelatedVideo key={video.id} video={video} onIntent={onIntent} />
          ))}
        </ul>
      )}
    </aside>
  );
}

function RelatedVideo({ video, onIntent }: { video: catalog.Video; onIntent: () => void }) {
  return (
    <li>
      <div>
        <h3 dir="auto">
          <Link
            to={paths.watch(video.id)}
            onPointerEnter={onIntent}
            onFocus={onIntent}
            onTouchStart={onIntent}
          >
            {video.title}
          </Link>
        </h3>
        <span className="muted small">{formatViews(video.viewCount)}</span>
        {video.approval && <LazyApproval approval={video.approval} place="list" />}
      </div>
      <Thumbnail video={video} isSmall />
    </li>
  );
}

/** A placeholder, also shown before the open video is known. */
function WaitingRelated({ count }: { count: number }) {
  return (
    <ul aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <li key={index}>
          <div>
            <div className="bone" />
            <div className="bone" />
          </div>
          <WaitingThumbnail isSmall />
        </li>
      ))}
    </ul>
  );
}

function followWidth(onChange: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
