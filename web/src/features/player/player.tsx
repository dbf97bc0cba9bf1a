import type { catalog } from '@larksong/contracts';
import { useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

import { useTexts } from '../../lib/texts.ts';
import { findEarlyVideo } from './stream/early-video.ts';
import { classNames } from '../../ui/class-names.ts';
import { Status } from '../../ui/status.tsx';
import { Controls } from './controls/controls.tsx';
import { EndScreen, type NextVideo } from './end-screen.tsx';
import { KeyHelp } from './controls/key-help.tsx';
import { Resumed } from './resumed.tsx';
import { useStayFullScreen } from './stay-full-screen.ts';
import { toStageStyle } from './stage-ratio.ts';
import { Stopped } from './stopped.tsx';
import { hasControls, type Outage } from './stream/stream.ts';
import { useIdle } from './controls/use-idle.ts';
import type { SessionActions, Surroundings } from './playback/media-session.ts';
import type { OnPlayback } from './playback/use-playback.ts';
import { usePlayer, type Player as PlayerHandle } from './playback/use-player.ts';
import frameStyles from './player-frame.module.css';
import styles from './player.module.css';

export interface PlayerProps {
  video: Pick<
    catalog.Video,
    | 'id'
    | 'title'
    | 'thumbnail'
    | 'uploader'
    | 'duration'
    | 'width'
    | 'height'
    | 'storyboard'
    | 'captions'
    | 'chapters'
  >;
  /** Songs to continue with at the end; the first four are offered. */
  next: readonly NextVideo[];
  /** Another way on, shown next to Replay at the end. */
  onward?: ReactNode;
  /** The position at the start, in seconds. `isResumed` is announced, with a button back to the beginning. */
  start: { seconds: number; isResumed: boolean };
  onPlayback: OnPlayback;
  /** Called by Try again: the page checks first whether the video still exists. */
  onRetry: () => Promise<unknown>;
  /** What is different for a song of a list. */
  inList?: InList;
}

/** The parts of a player of which a list has its own. */
export interface InList {
  /** Stand next to the play button. */
  previousButton: ReactNode;
  nextButton: ReactNode;
  /** The song is loaded, but does not start. */
  isWaiting: boolean;
  /** Covers the picture, instead of the end screen; null for nothing. */
  cover: ReactNode;
  /** Replaces the message that the song cannot continue. */
  renderStop: (onRetry: () => void) => ReactNode;
  /** Media keys that lead to other songs, and those that do something else than usual. */
  mediaKeys: Partial<SessionActions> & Surroundings;
  /** Replaces the controls on the picture: those of a child stand below it. */
  renderControls?: (player: PlayerHandle) => ReactNode;
  /** In a nest, the highest volume, from 0 to 1. */
  maxVolume?: number;
  /** Further keys, and what they do, for the list of keys. */
  keyHelp: readonly (readonly [keys: string, effect: string])[];
}

const NO_OTHERS = { previous: null, next: null, isPausing: false };

/** Plays a video; another one continues in the same element, in full screen and with sound if this one was. */
export function Player({ video, next, onward, start, onPlayback, onRetry, inList }: PlayerProps) {
  const { player, setVideo, setStage, stage, retry, help, confirmation } = usePlayer({
    source: `/hls/${video.id}/master.m3u8`,
    durationSeconds: video.duration,
    startSeconds: start.seconds,
    captions: video.captions,
    onPlayback,
    shown: video,
    keys: inList?.mediaKeys ?? NO_OTHERS,
    isWaiting: inList?.isWaiting ?? false,
    maxVolume: inList?.maxVolume,
  });
  const t = useTexts();
  const { media, stream } = player;
  const isFullScreen = useIsFullScreen(stage);
  useStayFullScreen(stage);
  const isIdle = useIdle(stage, !media.isPaused);
  return (
    <section
      className={classNames(frameStyles.player, styles.player)}
      style={toStageStyle(video)}
      aria-label={t('player.title')}
      // focusable, so that the focus stays where shortcuts are handled
      tabIndex={-1}
      ref={setStage}
      data-idle={isIdle || undefined}
      data-ended={media.hasEnded || inList?.isWaiting || undefined}
    >
      <Picture video={video} player={player} setVideo={setVideo} />
      {(media.isWaiting || stream.phase === 'starting') && !inList?.isWaiting && (
        <Stall outage={stream.outage} />
      )}
      <Status className={styles.confirmation}>{confirmation}</Status>
      {hasControls(stream) ? (
        <>
          {start.isResumed && (
            <Resumed
              atSeconds={start.seconds}
              position={media.position}
              onStartOver={() => {
                player.seek(0);
                stage?.focus({ preventScroll: true }); // the button disappears
              }}
            />
          )}
          <Cover player={player} next={next} onward={onward} inList={inList} />
          <PlayerControls {...{ player, video, isFullScreen, inList }} />
        </>
      ) : inList && stream.phase === 'stopped' ? (
        inList.renderStop(retry)
      ) : (
        <Stopped onRetry={stream.phase === 'impossible' ? null : () => void onRetry().then(retry)} />
      )}
      {help.isOpen && <KeyHelp more={inList?.keyHelp} onClose={help.close} />}
    </section>
  );
}

/** Shows that the video waits, and for what if it takes long. */
function Stall({ outage }: { outage: Outage | null }) {
  const t = useTexts();
  return (
    <Status className={styles.stall}>
      <span className={styles.turning} aria-hidden />
      <span className={outage ? styles.why : 'sr-only'}>
        {outage ? t(`player.outage-${outage}`) : t('player.loading')}
      </span>
    </Status>
  );
}

interface PlayerControlsProps {
  player: PlayerHandle;
  video: PlayerProps['video'];
  isFullScreen: boolean;
  inList: InList | undefined;
}

/** The controls on the picture, or those of the list. */
function PlayerControls({ player, video, isFullScreen, inList }: PlayerControlsProps) {
  if (inList?.renderControls) return inList.renderControls(player);
  return (
    <Controls
      player={player}
      storyboard={video.storyboard}
      chapters={video.chapters}
      isFullScreen={isFullScreen}
      previousButton={inList?.previousButton}
      nextButton={inList?.nextButton}
    />
  );
}

type CoverProps = Pick<PlayerProps, 'next' | 'onward'> & {
  player: PlayerHandle;
  inList: InList | undefined;
};

/** What covers the picture while nothing is played. */
function Cover({ player, next, onward, inList }: CoverProps) {
  if (inList?.cover) return inList.cover;
  if (!player.media.hasEnded) return <BigPlay player={player} />;
  if (inList) return null;
  return <EndScreen next={next} onward={onward} onReplay={() => player.act({ kind: 'toggle' })} />;
}

interface PictureProps {
  video: PlayerProps['video'];
  player: PlayerHandle;
  setVideo: (element: HTMLVideoElement | null) => void;
}

/**
 * The video element with its captions; one that plays already, if there is one. A press starts and stops it, but a finger
 * only starts it: while it plays, a small hand on the picture shows the controls.
 */
function Picture({ video, player, setVideo }: PictureProps) {
  const place = useRef<HTMLDivElement>(null);
  const [element] = useState(() => findEarlyVideo(video.id) ?? document.createElement('video'));
  const isMouse = useRef(false);
  // Before the browser notices that an element that plays was in another place, which would pause it.
  useLayoutEffect(() => {
    place.current?.append(element);
    setVideo(element);
    return () => setVideo(null);
  }, [element, setVideo]);
  useLayoutEffect(() => {
    Object.assign(element, { className: '', playsInline: true, preload: 'auto', loop: player.isRepeating });
    element.setAttribute('aria-label', video.title);
    if (video.thumbnail === null) element.removeAttribute('poster');
    else element.setAttribute('poster', video.thumbnail);
  }, [element, video.title, video.thumbnail, player.isRepeating]);
  const press = () => {
    if (isMouse.current || player.media.isPaused) player.act({ kind: 'toggle' });
  };
  return (
    // keys are handled by the stage
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={frameStyles.place}
      ref={place}
      onPointerDown={(event) => {
        isMouse.current = event.pointerType === 'mouse';
      }}
      onClick={press}
      onDoubleClick={() => isMouse.current && player.act({ kind: 'full-screen' })}
    >
      {createPortal(
        video.captions.map(({ id, language, label, url }) => (
          <track key={id} kind="captions" data-caption={id} srcLang={language} label={label} src={url} />
        )),
        element,
      )}
    </div>
  );
}

/** The large Play button over the picture, if autoplay was refused. */
function BigPlay({ player: { media, stream, act } }: { player: PlayerHandle }) {
  const t = useTexts();
  if (stream.phase !== 'ready' || !media.isPaused || media.position > 0) return null;
  return (
    <button
      type="button"
      className={styles.bigPuck}
      aria-label={t('player.play')}
      onClick={() => act({ kind: 'toggle' })}
    >
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
