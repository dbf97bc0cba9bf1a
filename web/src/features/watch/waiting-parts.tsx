import type { catalog } from '@larksong/contracts';

import { classNames } from '../../ui/class-names.ts';
import { PlayerFrame } from '../player/player-frame.tsx';
import styles from './waiting-parts.module.css';

/** The placeholder of the player: the video's picture as soon as it is known. */
export function WaitingPlayer({ video }: { video: catalog.Video | undefined }) {
  return <PlayerFrame thumbnail={video?.thumbnail ?? null} isFirst isOrnament />;
}

/** The placeholder of everything below the title. */
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
