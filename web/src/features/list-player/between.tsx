import type { catalog } from '@larksong/contracts';
import { useEffect, useEffectEvent, useRef } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/status.tsx';
import { afterPause } from './after-pause.ts';
import styles from './between.module.css';

/** The pause between two songs. */
const PAUSE_SECONDS = 3;

interface BetweenProps {
  /** The song that follows. */
  song: catalog.Video;
  /** Somebody stopped the pause: the song waits. */
  isHeld: boolean;
  onHold: () => void;
  onBegin: () => void;
}

/** Covers the picture between two songs: the next song, which begins after a pause unless somebody stays. */
export function Between({ song, isHeld, onHold, onBegin }: BetweenProps) {
  const t = useTexts();
  const go = useRef<HTMLButtonElement>(null);
  const end = useEffectEvent(onBegin);
  useEffect(() => (isHeld ? undefined : afterPause(PAUSE_SECONDS, () => end())), [isHeld]);
  const hold = () => {
    go.current?.focus({ preventScroll: true }); // this button disappears
    onHold();
  };
  return (
    <div className={styles.between}>
      <div className={styles.coming}>
        {song.thumbnail !== null && <img src={song.thumbnail} alt="" width={320} height={180} />}
        <Status className={styles.words}>
          <span>{t('play.coming')}</span> <strong dir="auto">{song.title}</strong>
        </Status>
        <div className={styles.ways}>
          {!isHeld && (
            <Button variant="plain" className={styles.stay} onClick={hold}>
              {t('play.stay')}
            </Button>
          )}
          <Button ref={go} variant="play" onClick={onBegin}>
            <span className="play-solid" aria-hidden />
            {t('play.go')}
          </Button>
        </div>
      </div>
    </div>
  );
}
