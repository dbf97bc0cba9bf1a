import type { catalog } from '@larksong/contracts';
import { Music } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { useSpokenTitle } from './use-spoken-title.ts';
import styles from './picture.module.css';

interface PictureProps {
  song: Pick<catalog.Video, 'title' | 'thumbnail'>;
  to: string;
  isEager?: boolean;
}

/** The picture of a song, which plays it. Held, it says its title; there is nothing to read. */
export function Picture({ song, to, isEager = false }: PictureProps) {
  return (
    <Link
      replace
      className={styles.picture}
      to={to}
      aria-label={song.title}
      draggable={false}
      {...useSpokenTitle(song.title)}
    >
      <Cover song={song} isEager={isEager} />
    </Link>
  );
}

/** The picture of a song in its frame; a note if it has none. */
export function Cover({ song, isEager }: Omit<PictureProps, 'to'>) {
  const [isBroken, setBroken] = useState(false);
  if (song.thumbnail === null || isBroken)
    return (
      <span className={styles.none}>
        <Music aria-hidden />
      </span>
    );
  return (
    <img
      className={styles.cover}
      src={song.thumbnail}
      alt=""
      width={320}
      height={180}
      loading={isEager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
    />
  );
}
