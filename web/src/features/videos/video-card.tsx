import type { catalog } from '@larksong/contracts';
import { Link } from 'react-router';

import { formatViews } from '../../lib/format.ts';
import { Thumbnail, WaitingThumbnail } from './thumbnail.tsx';
import styles from './video-card.module.css';

interface VideoCardProps {
  video: catalog.Video;
  to: string;
  /** Shown beside the views, for example `3 days ago`. */
  age: string;
  isEager: boolean;
  /** Someone seems about to open the video. */
  onIntent: () => void;
}

export function VideoCard({ video, to, age, isEager, onIntent }: VideoCardProps) {
  return (
    <li className={styles.video}>
      <Link to={to} onPointerEnter={onIntent} onFocus={onIntent} onTouchStart={onIntent}>
        <Thumbnail video={video} isEager={isEager} />
        <span className={styles.puck} aria-hidden>
          <span className="play-solid" />
        </span>
        <span className={styles.about}>
          <strong>{video.title}</strong>
          <span className="muted small">
            {formatViews(video.viewCount)} · {age}
          </span>
        </span>
      </Link>
    </li>
  );
}

/** Placeholders in the shape of cards. */
export function WaitingCards({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <li key={index} className={styles.video} aria-hidden>
      <WaitingThumbnail />
      <span className={styles.about}>
        <span className="bone" />
        <span className="bone" />
      </span>
    </li>
  ));
}
