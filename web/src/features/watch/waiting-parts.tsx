import type { catalog } from '@larksong/contracts';

import { classNames } from '../../ui/class-names.ts';
import { PlayerFrame } from '../player/player-frame.tsx';
import styles from './waiting-parts.module.css';

/** Where the player will be: the video's picture as soon as it is known. */
export function WaitingPlayer({ video }: { video: catalog.Video | undefined }) {
  return <PlayerFrame thumbnail={video?.thumbnail ?? null} isFirst isOrnament />;
}

/** In the shape of what comes below the title. */
export function WaitingDetails() {
  return (
    <div className={classNames(styles.details, 'uploader')} data-waiting aria-hidden>
      <span className="avatar waiting" />
      <div>
        <div className="bone" />
        <div className="bone" />
      </div>
    </div>
  );
}
