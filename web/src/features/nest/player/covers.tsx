import type { catalog } from '@larksong/contracts';
import { useEffect, useEffectEvent } from 'react';

import { useTexts } from '../../../lib/texts.ts';
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
}

/** Between two songs the next picture waits. Nothing else comes. */
export function ComingSong({ song, isHeld, onBegin }: ComingSongProps) {
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
      <Status className="sr-only">{t('nest.coming', { title: song.title })}</Status>
    </div>
  );
}

/** The row has come to its end. */
export function HeardSong({ song }: { song: catalog.Video }) {
  const t = useTexts();
  return (
    <div className={styles.cover}>
      <span className={styles.heard}>
        <Cover song={song} isEager />
      </span>
      <Status className="sr-only">{t('nest.over')}</Status>
    </div>
  );
}
