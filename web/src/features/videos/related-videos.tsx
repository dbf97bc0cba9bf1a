import type { Video } from '@larksong/contracts';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';

import { formatViews } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { pickRelated, RELATED_BELOW, RELATED_BESIDE } from './related.ts';
import { Thumbnail } from './thumbnail.tsx';

const WIDE = '(width > 64rem)';

interface RelatedVideosProps {
  open: Video;
  list: readonly Video[];
  isLoading: boolean;
  onIntent: () => void;
}

/** Up to 12 in a side list where the window is wider than 1024 px, otherwise 6 in two columns below. */
export function RelatedVideos({ open, list, isLoading, onIntent }: RelatedVideosProps) {
  const isWide = useSyncExternalStore(followWidth, () => matchMedia(WIDE).matches);
  const related = pickRelated(open, list, isWide ? RELATED_BESIDE : RELATED_BELOW);
  if (!isLoading && related.length === 0) return null;
  return (
    <aside className="related" aria-label="Related videos">
      <h2>Related videos</h2>
      {isLoading ? (
        <WaitingRelated />
      ) : (
        <ul>
          {related.map((video) => (
            <li key={video.id}>
              <Link
                to={paths.watch(video.id)}
                onPointerEnter={onIntent}
                onFocus={onIntent}
                onTouchStart={onIntent}
              >
                <Thumbnail video={video} />
                <span>
                  <strong>{video.title}</strong>
                  <span className="muted small">{formatViews(video.viewCount)}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </aside>
  );
}

function WaitingRelated() {
  return (
    <ul aria-hidden>
      {['a', 'b', 'c', 'd'].map((key) => (
        <li key={key} className="waiting">
          <span className="thumb" />
          <span>
            <span className="bone" />
            <span className="bone" />
          </span>
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
