import type { ReactNode } from 'react';

import { Status } from '../../ui/status.tsx';
import styles from './player-frame.module.css';

interface PlayerFrameProps {
  /** The picture of the video; null where there is none, or it is not known yet. */
  thumbnail: string | null;
  /** The picture is what the page shows first. */
  isFirst?: boolean;
  /** Nothing in it is to be read out. */
  isOrnament?: boolean;
  children?: ReactNode;
}

/** The place of the player while there is none: the picture of the video, and what is said about it. */
export function PlayerFrame({ thumbnail, isFirst = false, isOrnament = false, children }: PlayerFrameProps) {
  return (
    <div className={styles.player} aria-hidden={isOrnament || undefined}>
      {thumbnail !== null && (
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

/** Says over the picture why nothing plays. */
export function FrameStatus({ children }: { children: ReactNode }) {
  return <Status className={styles.stopped}>{children}</Status>;
}
