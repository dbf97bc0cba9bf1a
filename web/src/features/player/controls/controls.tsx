import type { catalog } from '@larksong/contracts';
import {
  Airplay,
  FastForward,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Repeat1,
  Rewind,
  RotateCcw,
  Volume2,
  VolumeX,
} from 'lucide-react';
import type { ReactNode } from 'react';

import { formatDuration, formatPercent } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CaptionsMenu, QualityMenu, SpeedMenu } from './menus.tsx';
import { MoreMenu } from './more-menu.tsx';
import { canPictureInPicture } from '../playback/perform.ts';
import { SeekBar } from './seek-bar.tsx';
import type { Player } from '../playback/use-player.ts';
import styles from './controls.module.css';

interface ControlsProps {
  player: Player;
  storyboard: catalog.Storyboard | null;
  chapters: readonly catalog.Chapter[];
  isFullScreen: boolean;
  /** Buttons that lead to other songs. */
  previousButton?: ReactNode;
  nextButton?: ReactNode;
}

export function Controls(props: ControlsProps) {
  const { player, storyboard, chapters, isFullScreen, previousButton, nextButton } = props;
  const t = useTexts();
  const { media, act, lengthSeconds } = player;
  const position = Math.min(media.position, lengthSeconds);
  return (
    // Time runs to the right in every language.
    <div className={styles.controls} dir="ltr" data-controls>
      <SeekBar player={player} storyboard={storyboard} chapters={chapters} />
      <div className="row">
        {previousButton}
        <PlayButton player={player} />
        {nextButton}
        <SkipButtons player={player} />
        <Sound player={player} />
        <span className={styles.timeNow}>
          {formatDuration(position)} <span className={styles.length}>/ {formatDuration(lengthSeconds)}</span>
        </span>
        <span className={styles.spacer} />
        <CaptionsMenu player={player} />
        <span className={styles.notSmall}>
          <QualityMenu player={player} />
        </span>
        <span className={styles.roomyOnly}>
          <SpeedMenu player={player} />
        </span>
        <IconButton
          className={classNames(styles.roomyOnly, styles.switch)}
          label={t('player.repeat')}
          aria-pressed={player.isRepeating}
          icon={Repeat1}
          onClick={player.toggleRepeat}
        />
        {canPictureInPicture() && (
          <IconButton
            className={styles.roomyOnly}
            label={t('player.picture-in-picture')}
            icon={PictureInPicture2}
            onClick={() => act({ kind: 'picture-in-picture' })}
          />
        )}
        {player.chooseScreen && (
          <IconButton
            className={styles.roomyOnly}
            label="AirPlay"
            icon={Airplay}
            onClick={player.chooseScreen}
          />
        )}
        <MoreMenu player={player} />
        <IconButton
          label={isFullScreen ? t('player.leave-full-screen') : t('player.full-screen')}
          icon={isFullScreen ? Minimize : Maximize}
          onClick={() => act({ kind: 'full-screen' })}
        />
      </div>
    </div>
  );
}

function PlayButton({ player: { media, act } }: { player: Player }) {
  const t = useTexts();
  const toggle = () => act({ kind: 'toggle' });
  if (media.hasEnded)
    return (
      <IconButton className={styles.main} label={t('player.replay')} icon={RotateCcw} onClick={toggle} />
    );
  if (!media.isPaused)
    return <IconButton className={styles.main} label={t('player.pause')} icon={Pause} onClick={toggle} />;
  return (
    <IconButton className={styles.main} label={t('player.play')} onClick={toggle}>
      <span className="play-solid" aria-hidden />
    </IconButton>
  );
}

function SkipButtons({ player: { act } }: { player: Player }) {
  const t = useTexts();
  return (
    <>
      <IconButton
        className={styles.wideOnly}
        label={t('player.back', { seconds: 10 })}
        icon={Rewind}
        onClick={() => act({ kind: 'skip', by: -10 })}
      />
      <IconButton
        className={styles.wideOnly}
        label={t('player.forward', { seconds: 10 })}
        icon={FastForward}
        onClick={() => act({ kind: 'skip', by: 10 })}
      />
    </>
  );
}

function Sound({ player: { media, act, setVolume } }: { player: Player }) {
  const t = useTexts();
  const isSilent = media.isMuted || media.volume === 0;
  return (
    <>
      <IconButton
        label={isSilent ? t('player.unmute') : t('player.mute')}
        icon={isSilent ? VolumeX : Volume2}
        onClick={() => act({ kind: 'mute' })}
      />
      <input
        className={classNames(styles.volume, styles.wideOnly)}
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={isSilent ? 0 : media.volume}
        aria-label={t('player.volume')}
        aria-valuetext={formatPercent(isSilent ? 0 : media.volume)}
        onChange={(event) => setVolume(event.target.valueAsNumber)}
      />
    </>
  );
}
