import type { catalog } from '@larksong/contracts';
import { SkipBack, SkipForward, type LucideIcon } from 'lucide-react';
import { useRef } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { InList } from '../player/player.tsx';
import { Between } from './between.tsx';
import { ListOver } from './list-over.tsx';
import { NEXT_KEYS, PREVIOUS_KEYS } from './use-list-keys.ts';
import type { Course } from './use-list-play.ts';
import { SongStop } from './song-stop.tsx';
import styles from './list-player.module.css';

/** How long a song that stopped is not tried again by itself. */
const RETRY_AGAIN_MS = 60_000;

/** Returns what a list changes in the player of its songs. `coming` is the song that follows. */
export function useInList(course: Course, coming: catalog.Video): InList {
  const t = useTexts();
  const { phase, currentId, previousId, comingId, send } = course;
  const retried = useRef({ id: '', atMs: -Infinity });
  const mayRetry = () => {
    const { id, atMs } = retried.current;
    retried.current = { id: currentId, atMs: performance.now() };
    return id !== currentId || performance.now() - atMs > RETRY_AGAIN_MS;
  };
  const isOver = phase === 'over';
  const goOn = () => send({ kind: isOver ? 'begin-again' : 'go-on' });
  const hasOther = comingId !== null && comingId !== currentId;
  const previous = previousId === null ? null : () => send({ kind: 'go-back' });
  const next = hasOther && !isOver ? goOn : null;
  const over = (onReplay: () => void) => (
    <ListOver onStartOver={comingId === null ? null : hasOther ? goOn : onReplay} />
  );
  return {
    previousButton: (
      <StepButton label={t('play.previous')} icon={SkipBack} onStep={previous} className={styles.previous} />
    ),
    nextButton: <StepButton label={t('play.next')} icon={SkipForward} onStep={next} />,
    renderEnd: (onReplay) => {
      if (isOver) return over(onReplay);
      // For a moment the player knows already that the song has ended, and the list does not.
      if (phase === 'playing' || comingId === null) return <></>;
      return (
        <Between
          song={coming}
          isHeld={phase === 'held'}
          onHold={() => send({ kind: 'held' })}
          onGoOn={hasOther ? goOn : onReplay}
        />
      );
    },
    renderStop: (onRetry) =>
      isOver ? (
        over(onRetry)
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
      // In the pause, the key that stops a song stops what comes.
      ...(phase === 'between' && { pause: () => send({ kind: 'held' }) }),
      ...(phase !== 'playing' && hasOther && { play: goOn }),
    },
    keyHelp: [
      [NEXT_KEYS, t('play.next')],
      [PREVIOUS_KEYS, t('play.previous')],
    ],
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
