import type { catalog } from '@larksong/contracts';
import {
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

import { formatDuration } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { CaptionsMenu, QualityMenu, SpeedMenu } from './menus.tsx';
import { MoreMenu } from './more-menu.tsx';
import { canPictureInPicture } from './perform.ts';
import { SeekBar } from './seek-bar.tsx';
import type { Player } from './use-player.ts';

interface ControlsProps {
  player: Player;
  storyboard: catalog.Storyboard | null;
  isFullScreen: boolean;
}

export function Controls({ player, storyboard, isFullScreen }: ControlsProps) {
  const { media, act, lengthSeconds } = player;
  const position = Math.min(media.position, lengthSeconds);
  return (
    <div className="controls">
      <SeekBar player={player} storyboard={storyboard} />
      <div className="row">
        <PlayButton player={player} />
        <IconButton
          className="wide-only"
          label="Back 10 seconds"
          icon={Rewind}
          onClick={() => act({ kind: 'skip', by: -10 })}
        />
        <IconButton
          className="wide-only"
          label="Forward 10 seconds"
          icon={FastForward}
          onClick={() => act({ kind: 'skip', by: 10 })}
        />
        <Sound player={player} />
        <span className="time-now">
          {formatDuration(position)} <span className="length">/ {formatDuration(lengthSeconds)}</span>
        </span>
        <span className="spacer" />
        <CaptionsMenu player={player} />
        <span className="not-small">
          <QualityMenu player={player} />
        </span>
        <span className="roomy-only">
          <SpeedMenu player={player} />
        </span>
        <IconButton
          className="roomy-only switch"
          label="Repeat this song"
          aria-pressed={player.isRepeating}
          icon={Repeat1}
          onClick={player.toggleRepeat}
        />
        {canPictureInPicture() && (
          <IconButton
            className="roomy-only"
            label="Picture in picture"
            icon={PictureInPicture2}
            onClick={() => act({ kind: 'picture-in-picture' })}
          />
        )}
        <MoreMenu player={player} />
        <IconButton
          label={isFullScreen ? 'Leave full screen' : 'Full screen'}
          icon={isFullScreen ? Minimize : Maximize}
          onClick={() => act({ kind: 'full-screen' })}
        />
      </div>
    </div>
  );
}

function PlayButton({ player: { media, act } }: { player: Player }) {
  const toggle = () => act({ kind: 'toggle' });
  if (media.hasEnded) return <IconButton className="main" label="Replay" icon={RotateCcw} onClick={toggle} />;
  if (!media.isPaused) return <IconButton className="main" label="Pause" icon={Pause} onClick={toggle} />;
  return (
    <IconButton className="main" label="Play" onClick={toggle}>
      <span className="play-solid" aria-hidden />
    </IconButton>
  );
}

function Sound({ player: { media, act, setVolume } }: { player: Player }) {
  const isSilent = media.isMuted || media.volume === 0;
  return (
    <>
      <IconButton
        label={isSilent ? 'Sound on' : 'Mute'}
        icon={isSilent ? VolumeX : Volume2}
        onClick={() => act({ kind: 'mute' })}
      />
      <input
        className="volume wide-only"
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={isSilent ? 0 : media.volume}
        aria-label="Volume"
        aria-valuetext={`${isSilent ? 0 : Math.round(media.volume * 100)} %`}
        onChange={(event) => setVolume(event.target.valueAsNumber)}
      />
    </>
  );
}
