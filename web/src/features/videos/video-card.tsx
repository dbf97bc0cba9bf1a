import type { Video } from '@larksong/contracts';
import { Link } from 'react-router';

import { formatAge, formatViews } from '../../lib/format.ts';
import { paths } from '../../paths.ts';
import { Thumbnail } from './thumbnail.tsx';

interface VideoCardProps {
  video: Video;
  isEager: boolean;
  /** Somebody seems about to open the video. */
  onIntent: () => void;
}

export function VideoCard({ video, isEager, onIntent }: VideoCardProps) {
  return (
    <li className="video">
      <Link to={paths.watch(video.id)} onPointerEnter={onIntent} onFocus={onIntent} onTouchStart={onIntent}>
        <Thumbnail video={video} isEager={isEager} />
        <span className="puck" aria-hidden>
          <span className="play-solid" />
        </span>
        <span className="about">
          <strong>{video.title}</strong>
          <span className="muted small">
            {formatViews(video.viewCount)} · {formatAge(video.createdAt)}
          </span>
        </span>
      </Link>
    </li>
  );
}

export function WaitingCards({ count }: { count: number }) {
  return (
    <ul className="videos" aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <li key={index} className="video" aria-hidden>
          <span className="thumb" />
          <span className="about">
            <span className="bone" />
            <span className="bone" />
          </span>
        </li>
      ))}
    </ul>
  );
}
