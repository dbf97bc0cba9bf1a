import type { catalog } from '@larksong/contracts';
import { RotateCcw } from 'lucide-react';
import { useEffect, useEffectEvent, type ReactNode } from 'react';

import { useTexts } from '../../../lib/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Status } from '../../../ui/status.tsx';
import { afterPause } from '../../list-player/after-pause.ts';
import { Cover } from '../picture.tsx';
import styles from './covers.module.css';

/** The pause between two songs. */
const PAUSE_SECONDS = 3;

interface ComingSongProps {
  /** The song that follows. */
  song: catalog.Video;
  /** Somebody stopped the pause: the song waits. */
  isHeld: boolean;
  onBegin: () => void;
  /** The songs after it. */
  next: ReactNode;
}

/** Between two songs the next picture waits, and next to it stand those that come later. */
export function ComingSong({ song, isHeld, onBegin, next }: ComingSongProps) {
  const t = useTexts();
  const end = useEffectEvent(onBegin);
  useEffect(() => (isHeld ? undefined : afterPause(PAUSE_SECONDS, () => end())), [isHeld]);
  return (
    <div className={styles.cover}>
      <button
        type="button"
        className={styles.coming}
        aria-label={t('nest.play-song', { title: song.title })}
        onClick={onBegin}
      >
        <Cover song={song} isEager />
        <span className={styles.puck} aria-hidden>
          <span className="play-solid" />
        </span>
      </button>
      {next}
      <Status className="sr-only">{t('nest.coming', { title: song.title })}</Status>
    </div>
  );
}

interface HeardSongProps {
  /** The song that has just ended. */
  song: catalog.Video;
  onAgain: () => void;
  /** The other songs of the row. */
  next: ReactNode;
}

/** The row has come to its end: one big *again*, and the other songs next to it. */
export function HeardSong({ song, onAgain, next }: HeardSongProps) {
  const t = useTexts();
  return (
    <div className={styles.cover}>
      <button type="button" className={styles.coming} aria-label={t('nest.again')} onClick={onAgain}>
        <Cover song={song} isEager />
        <span className={classNames(styles.puck, styles.again)} aria-hidden>
          <RotateCcw />
        </span>
      </button>
      {next}
      <Status className="sr-only">{t('nest.over')}</Status>
    </div>
  );
}
