import { RotateCcw } from 'lucide-react';
import { useRef, useSyncExternalStore } from 'react';

import { Status } from '../../ui/status.tsx';
import { Controls } from './controls.tsx';
import { Stopped } from './stopped.tsx';
import { hasControls } from './stream.ts';
import { useIdle } from './use-idle.ts';
import { usePlayer, type Player as PlayerHandle } from './use-player.ts';
import './player.css';

export interface PlayerProps {
  /** Address of the master playlist. */
  source: string;
  title: string;
  poster: string | null;
  /** Length of the video as the page knows it; the stream's own may still grow. */
  durationSeconds: number | null;
  /** Try again was pressed: the page may have to ask whether the video is still there. */
  onRetry?: () => void;
}

/** Plays one video; another one needs another `key`. */
export function Player({ source, title, poster, durationSeconds, onRetry }: PlayerProps) {
  const { player, setVideo, setStage, stage, retry, confirmation } = usePlayer({ source, durationSeconds });
  const { media, stream, isRepeating } = player;
  const isFullScreen = useIsFullScreen(stage);
  const isIdle = useIdle(stage, !media.isPaused);
  const down = useRef({ isMouse: false, wasIdle: false });
  const press = () => {
    // a finger first brings the controls back; the mouse has done so by moving
    if (down.current.isMouse || !down.current.wasIdle) player.act({ kind: 'toggle' });
  };
  const tryAgain = () => {
    onRetry?.();
    retry();
  };
  return (
    <section className="player" aria-label="Video player" ref={setStage} data-idle={isIdle || undefined}>
      {/* the videos have no captions to offer yet */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={setVideo}
        aria-label={title}
        playsInline
        preload="auto"
        loop={isRepeating}
        poster={poster ?? undefined}
        // captured, since the press itself wakes the controls
        onPointerDownCapture={(event) => {
          down.current = { isMouse: event.pointerType === 'mouse', wasIdle: isIdle };
        }}
        onClick={press}
        onDoubleClick={() => down.current.isMouse && player.act({ kind: 'full-screen' })}
      />
      {(media.isWaiting || stream.phase === 'starting') && (
        <Status className="stall">
          <span className="sr-only">Loading</span>
        </Status>
      )}
      <Status className="confirmation">{confirmation}</Status>
      {hasControls(stream) ? (
        <>
          <BigButton player={player} />
          <Controls player={player} isFullScreen={isFullScreen} />
        </>
      ) : (
        <Stopped onRetry={stream.phase === 'impossible' ? null : tryAgain} />
      )}
    </section>
  );
}

/** The sun in the middle of the picture: to begin where the browser did not start by itself, and to begin again. */
function BigButton({ player: { media, stream, act } }: { player: PlayerHandle }) {
  const toggle = () => act({ kind: 'toggle' });
  if (media.hasEnded)
    return (
      <button type="button" className="big-puck" aria-label="Replay" onClick={toggle}>
        <RotateCcw aria-hidden />
      </button>
    );
  if (stream.phase !== 'ready' || !media.isPaused || media.position > 0) return null;
  return (
    <button type="button" className="big-puck" aria-label="Play" onClick={toggle}>
      <span className="play-solid" aria-hidden />
    </button>
  );
}

function useIsFullScreen(stage: HTMLElement | null): boolean {
  return useSyncExternalStore(followFullScreen, () => stage !== null && document.fullscreenElement === stage);
}

function followFullScreen(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
}
