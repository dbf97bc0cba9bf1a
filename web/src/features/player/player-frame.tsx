import type { ReactNode } from 'react';

import { findEarlyVideo } from './stream/early-video.ts';
import { toStageStyle, type FilmSize } from './stage-ratio.ts';
import { Status } from '../../ui/status.tsx';
import styles from './player-frame.module.css';

interface PlayerFrameProps {
  /** The picture of the video; null if it has none, or is not known yet. */
  thumbnail: string | null;
  /** The stage takes the film's shape. */
  size: FilmSize;
  /** The video that will play here. Its element is shown if it plays already. */
  videoId?: string;
  /** Whether the picture is the first thing that the page shows. */
  isFirst?: boolean;
  /** Hides it from screen readers. */
  isOrnament?: boolean;
  children?: ReactNode;
}

/** The place of a player that is not there: the picture of the video with a message. */
export function PlayerFrame(props: PlayerFrameProps) {
  const { thumbnail, size, videoId, isFirst = false, isOrnament = false, children } = props;
  const early = videoId === undefined ? undefined : findEarlyVideo(videoId);
  return (
    <div className={styles.player} style={toStageStyle(size)} aria-hidden={isOrnament || undefined}>
      {early && <div className={styles.place} ref={(place) => place?.append(early)} />}
      {!early && thumbnail !== null && (
        <img
          src={thumbnail}
          alt=""
          width={320}
          height={180}
          {...(isFirst ? { fetchPriority: 'high' as const } : {})}
        />
      )}
      {children}
    </div>
  );
}

/** Explains over the picture why nothing plays. */
export function FrameStatus({ children }: { children: ReactNode }) {
  return <Status className={styles.stopped}>{children}</Status>;
}
