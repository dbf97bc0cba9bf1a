import type { catalog } from '@larksong/contracts';
import { SkipBack, SkipForward, type LucideIcon } from 'lucide-react';
import { useRef } from 'react';

import { useTexts, type Texts } from '../../lib/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { InList } from '../player/player.tsx';
import { Between } from './between.tsx';
import { ListOver } from './list-over.tsx';
import { NEXT_KEYS, PREVIOUS_KEYS } from './use-list-keys.ts';
import type { Course } from './use-list-play.ts';
import { SongStop } from './song-stop.tsx';
import styles from './list-player.module.css';

/** How long a song that stopped is not tried again without being asked. */
const RETRY_AGAIN_MS = 60_000;

/** Returns what a list changes in the player of its current song. */
export function useInList(course: Course, song: catalog.Video): InList {
  const t = useTexts();
  const { phase, currentId, previousId, nextId, firstId, send } = course;
  const mayRetry = useMayRetry(currentId);
  const previous = previousId === null ? null : () => send({ kind: 'go-back' });
  const next = nextId === null || nextId === currentId ? null : () => send({ kind: 'go-on' });
  const hold = () => send({ kind: 'held' });
  const beginAgain = firstId === null ? null : () => send({ kind: 'begin-again' });
  const over = <ListOver onStartOver={beginAgain} />;
  return {
    isWaiting: phase !== 'playing',
    cover: phase === 'playing' ? null : phase === 'over' ? over : <Pause song={song} course={course} />,
    previousButton: (
      <StepButton label={t('play.previous')} icon={SkipBack} onStep={previous} className={styles.previous} />
    ),
    nextButton: <StepButton label={t('play.next')} icon={SkipForward} onStep={next} />,
    renderStop: (onRetry) =>
      phase === 'over' ? (
        over
      ) : (
        <SongStop
          key={currentId}
          id={currentId}
          mayRetry={mayRetry}
          onRetry={onRetry}
          onGone={() => send({ kind: 'skip', id: currentId })}
        />
      ),
    mediaKeys: {
      previous,
      next,
      isPausing: phase === 'between',
      // In the pause, the key that stops a song stops what comes.
      ...(phase === 'between' && { pause: hold }),
      ...(phase === 'over' && beginAgain && { play: beginAgain }),
    },
    keyHelp: listKeys(t),
  };
}

function listKeys(t: Texts): InList['keyHelp'] {
  return [
    [NEXT_KEYS, t('play.next')],
    [PREVIOUS_KEYS, t('play.previous')],
  ];
}

/** The pause before a song. */
function Pause({ song, course: { phase, send } }: { song: catalog.Video; course: Course }) {
  return (
    <Between
      song={song}
      isHeld={phase === 'held'}
      onHold={() => send({ kind: 'held' })}
      onBegin={() => send({ kind: 'begun' })}
    />
  );
}

/** Returns a function that says whether a song that stopped is tried again without being asked. */
function useMayRetry(currentId: string): () => boolean {
  const retried = useRef({ id: '', atMs: 0 });
  return () => {
    const { id, atMs } = retried.current;
    const nowMs = performance.now();
    retried.current = { id: currentId, atMs: nowMs };
    return id !== currentId || nowMs - atMs > RETRY_AGAIN_MS;
  };
}

interface StepButtonProps {
  label: string;
  icon: LucideIcon;
  /** Null if there is no such song. */
  onStep: (() => void) | null;
  className?: string | undefined;
}

/** Keeps the focus at the ends of the list. */
function StepButton({ label, icon, onStep, className }: StepButtonProps) {
  return (
    <IconButton
      className={classNames(styles.step, className)}
      label={label}
      icon={icon}
      aria-disabled={onStep === null || undefined}
      onClick={() => onStep?.()}
    />
  );
}
