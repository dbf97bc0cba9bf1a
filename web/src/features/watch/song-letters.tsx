import { createChunk, useChunk } from '../../lib/chunk.ts';
import type { PlayLettersProps } from './play-letters.tsx';
import styles from './watch-parts.module.css';

/** Most songs have no letters. */
const chunk = createChunk(() => import('./play-letters.tsx'));

/** The way from a song to the boards of its letters; the height of the row is reserved. */
export function SongLetters(props: PlayLettersProps) {
  const { loaded, hasFailed } = useChunk(chunk);
  if (loaded) return <loaded.PlayLetters {...props} />;
  return props.isAtEnd || hasFailed ? null : <div className={styles.letters} />;
}
