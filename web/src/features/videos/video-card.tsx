import type { catalog } from '@larksong/contracts';
import { Link } from 'react-router';

import { formatViews } from '../../lib/format.ts';
import { Thumbnail } from './thumbnail.tsx';

interface VideoCardProps {
  video: catalog.Video;
  to: string;
  /** What is told beside the views, for example `3 days ago`. */
  age: string;
  isEager: boolean;
  /** Somebody seems about to open the video. */
  onIntent: () => void;
}

export function VideoCard({ video, to, age, isEager, onIntent }: VideoCardProps) {
  return (
    <li className="video">
      <Link to={to} onPointerEnter={onIntent} onFocus={onIntent} onTouchStart={onIntent}>
        <Thumbnail video={video} isEager={isEager} />
        <span className="puck" aria-hidden>
          <span className="play-solid" />
        </span>
        <span className="about">
          <strong>{video.title}</strong>
          <span className="muted small">
            {formatViews(video.viewCount)} · {age}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** Stand where cards will be, in their shape. */
export function WaitingCards({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index} className="video" aria-hidden>
      <span className="thumb" />
      <span className="about">
        <span className="bone" />
        <span className="bone" />
      </span>
    </li>
  ));
}
