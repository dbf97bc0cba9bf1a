import { useQuery } from '@tanstack/react-query';
import { Music2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react';
import { Link, useNavigate } from 'react-router';

import { classNames } from '../../../ui/class-names.ts';
import { paths } from '../../../paths.ts';
import { findSong } from './songs.ts';
import { usePresses } from '../board/use-presses.ts';
import styles from './onward-cards.module.css';

interface SongCardProps {
  /** The letters that were won, the newest first. */
  letters: readonly string[];
  /** Another one for each game. */
  serial: number;
  /** The id of the song offered last. */
  last: string | undefined;
  onOffer: (id: string) => void;
}

/** A link to a song of a letter that was won. Nothing if there is none or the request fails. */
export function SongCard({ letters, serial, last, onOffer }: SongCardProps) {
  const { data: song } = useQuery({
    queryKey: ['songOfLetters', letters, serial],
    queryFn: ({ signal }) => findSong(letters, { last, random: Math.random, signal }),
    staleTime: Infinity, // one song for each victory
    retry: false,
  });
  const [isBroken, setBroken] = useState(false);
  const id = song?.id;
  const offer = useEffectEvent(onOffer);
  useEffect(() => {
    if (id !== undefined) offer(id);
  }, [id]);
  const navigate = useNavigate();
  const hasLeft = useRef(false);
  // Small hands are heard as on the board; keys and other clicks are left to the link.
  const { handlersOf } = usePresses(serial, () => {
    hasLeft.current = true;
    if (song) void navigate(paths.watch(song.id));
  });
  const { onPointerDown } = handlersOf(0);
  if (!song) return null;
  return (
    <Link
      to={paths.watch(song.id)}
      aria-label={`Song: ${song.title}`}
      title={song.title}
      className={classNames(styles.cell, styles.song)}
      draggable={false}
      onPointerDown={(event: PointerEvent<HTMLElement>) => {
        if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onPointerDown(event);
      }}
      // The click of a press comes after it.
      onClick={(event) => hasLeft.current && event.preventDefault()}
    >
      {song.thumbnail !== null && !isBroken && (
        <img src={song.thumbnail} alt="" draggable={false} onError={() => setBroken(true)} />
      )}
      <span className={styles.note}>
        <Music2 aria-hidden />
      </span>
    </Link>
  );
}
