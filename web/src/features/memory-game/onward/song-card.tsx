import type { catalog } from '@larksong/contracts';
import { Music2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react';
import { Link, useNavigate } from 'react-router';

import { useTexts } from '../../../lib/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { paths } from '../../../paths.ts';
import { usePresses } from '../board/use-presses.ts';
import frameStyles from './onward-frame.module.css';
import styles from './onward-cards.module.css';

interface SongCardProps {
  song: catalog.Video;
  /** Another one for each game. */
  serial: number;
  onOffer: (id: string) => void;
  /** In a nest, returns the address of the song there: nothing is left to go back to. */
  toSong?: ((id: string) => string) | undefined;
}

/** A link to a song, as its picture. */
export function SongCard({ song, serial, onOffer, toSong }: SongCardProps) {
  const t = useTexts();
  const { id, title, thumbnail } = song;
  const [isBroken, setBroken] = useState(false);
  const offer = useEffectEvent(onOffer);
  useEffect(() => offer(id), [id]);
  const navigate = useNavigate();
  const address = (toSong ?? paths.watch)(id);
  const hasLeft = useRef(false);
  // Small hands are heard as on the board; keys and other clicks are left to the link.
  const { handlersOf } = usePresses(serial, () => {
    hasLeft.current = true;
    void navigate(address, { replace: toSong !== undefined });
  });
  const { onPointerDown } = handlersOf(0);
  return (
    <Link
      replace={toSong !== undefined}
      to={address}
      aria-label={t('onward.song', { title })}
      title={title}
      className={classNames(frameStyles.cell, frameStyles.song, styles.song)}
      draggable={false}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onPointerDown(event);
      }}
      // The click of a press comes after it.
      onClick={(event) => hasLeft.current && event.preventDefault()}
    >
      {thumbnail !== null && !isBroken ? (
        <img src={thumbnail} alt="" draggable={false} onError={() => setBroken(true)} />
      ) : (
        <Music2 className={styles.note} aria-hidden />
      )}
      <span className={styles.puck} aria-hidden>
        <span className="play-solid" />
      </span>
    </Link>
  );
}
