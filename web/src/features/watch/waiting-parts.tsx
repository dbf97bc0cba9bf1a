import type { catalog } from '@larksong/contracts';

import { useTexts } from '../../lib/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { FrameStatus, PlayerFrame } from '../player/player-frame.tsx';
import styles from './waiting-parts.module.css';

/** The placeholder of the player: the video's picture as soon as it is known, in the shape of its film. */
export function WaitingPlayer({ id, video }: { id: string; video: catalog.Video | undefined }) {
  const t = useTexts();
  return (
    <PlayerFrame thumbnail={video?.thumbnail ?? null} size={video ?? {}} videoId={id} isFirst isOrnament>
      {video === undefined && <FrameStatus>{t('video.loading')}</FrameStatus>}
    </PlayerFrame>
  );
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
