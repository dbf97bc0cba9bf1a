import {
  LockOpen,
  Maximize,
  Minimize,
  Pause,
  RotateCcw,
  SkipBack,
  SkipForward,
  type LucideIcon,
} from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';

import { findFace, useNests } from '../../../api/nest-session.ts';
import { createChunk, useChunk } from '../../../lib/chunk.ts';
import { loadWithTexts, useTexts } from '../../../lib/texts.ts';
import { Animal } from '../../../parts/nest/animal.tsx';
import { paths } from '../../../paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { Player } from '../../player/playback/use-player.ts';
import { Eye } from '../eye.tsx';
import { useIsCounting } from '../use-nest-place.ts';
import { Porthole } from '../sky/sky.tsx';
import { useShownTime } from '../sky/use-shown-time.ts';
import styles from './keys.module.css';

interface KeysProps {
  label: string;
  /** Null if there is no such song. */
  previous: (() => void) | null;
  next: (() => void) | null;
  /** Null while nothing plays. */
  onLock: (() => void) | null;
  /** The song that plays. */
  videoId: string;
  /** The key in the middle. */
  children: ReactNode;
}

/** The keys of a child's player, below the picture: 60 to 104 px. */
export function Keys({ label, previous, next, onLock, videoId, children }: KeysProps) {
  const t = useTexts();
  const face = findFace(useNests());
  const [search] = useSearchParams();
  const time = useShownTime(search.get('song'));
  const isCounting = useIsCounting();
  return (
    // Time runs to the right in every language.
    <fieldset className={styles.keys} dir="ltr" aria-label={label}>
      <div>
        <Link replace className={styles.key} aria-label={t('nest.to-my-nest')} to={paths.nest}>
          {face && <Animal face={face} className={styles.mine} />}
        </Link>
        {time && <Porthole time={time} className={styles.porthole} />}
        {isCounting && <Eye className={styles.eye} />}
      </div>
      <div>
        <Key label={t('nest.previous')} icon={SkipBack} className={styles.spare} onPress={previous} />
        {children}
        <Key label={t('nest.next')} icon={SkipForward} onPress={next} />
      </div>
      <div>
        <LazyFlagKey key={videoId} videoId={videoId} />
        <FullScreenKey />
        <Key label={t('nest.lock')} icon={LockOpen} onPress={onLock} />
      </div>
    </fieldset>
  );
}

/** Its code comes after that of the player. */
const flagKey = createChunk(() => loadWithTexts('tell', () => import('./flag-key.tsx')));

function LazyFlagKey({ videoId }: { videoId: string }) {
  const { loaded } = useChunk(flagKey);
  return loaded && <loaded.FlagKey videoId={videoId} className={styles.flag} />;
}

interface KeyProps {
  label: string;
  icon: LucideIcon;
  className?: string | undefined;
  /** Null if it does nothing now. */
  onPress: (() => void) | null;
}

function Key({ label, icon: Icon, className, onPress }: KeyProps) {
  return (
    <button
      type="button"
      className={classNames(styles.key, className)}
      aria-label={label}
      title={label}
      aria-disabled={onPress === null || undefined}
      onClick={() => onPress?.()}
    >
      <Icon aria-hidden />
    </button>
  );
}

/** Plays and pauses. */
export function PlayKey({ player: { media, act } }: { player: Player }) {
  const t = useTexts();
  const isPaused = media.isPaused || media.hasEnded;
  const label = t(isPaused ? 'nest.play' : 'nest.pause');
  return (
    <button
      type="button"
      className={classNames(styles.key, styles.sun)}
      aria-label={label}
      title={label}
      onClick={() => act({ kind: 'toggle' })}
    >
      {isPaused ? <span className="play-solid" aria-hidden /> : <Pause aria-hidden />}
    </button>
  );
}

/** Plays the song once more that has just ended. */
export function AgainKey({ onPress }: { onPress: () => void }) {
  const t = useTexts();
  return (
    <Key
      label={t('nest.again')}
      icon={RotateCcw}
      className={classNames(styles.sun, styles.again)}
      onPress={onPress}
    />
  );
}

/** The whole page in full screen, where the browser can: the keys stay. */
function FullScreenKey() {
  const t = useTexts();
  const isFull = useSyncExternalStore(followFullScreen, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled) return null;
  const toggle = () =>
    void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
  return (
    <Key
      label={t(isFull ? 'nest.small-screen' : 'nest.full-screen')}
      icon={isFull ? Minimize : Maximize}
      className={styles.spare}
      onPress={toggle}
    />
  );
}

function followFullScreen(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange);
  return () => document.removeEventListener('fullscreenchange', onChange);
}
