import type { CSSProperties } from 'react';
import { Link } from 'react-router';

import { bothCases, toLettersQuery, type Hue } from '../../parts/game-cards/letter-card.ts';
import { paths } from '../../paths.ts';
import { usePlayableLetters, type PlayableLetter } from './use-playable-letters.ts';
import styles from './play-letters.module.css';

/** Enough cards to distinguish "several letters" from one. */
const FAN = 3;

export interface PlayLettersProps {
  letters: readonly string[];
  /** As one picture at the end of the song; otherwise as a row. */
  isAtEnd?: boolean;
}

/** Pictures that lead to the game: to the board of all letters of a song that can be dealt, and in a row to each. */
export function PlayLetters({ letters, isAtEnd }: PlayLettersProps) {
  const playable = usePlayableLetters(letters);
  if (playable?.length === 0) return null;
  if (isAtEnd) return playable ? <LetterCards letters={playable} /> : null;
  return (
    <ul className={styles.row} aria-label="Play the letters of this song">
      {playable && playable.length > 1 && (
        <li>
          <LetterCards letters={playable} />
        </li>
      )}
      {playable?.map((one) => (
        <li key={one.letter}>
          <LetterCards letters={[one]} />
        </li>
      ))}
    </ul>
  );
}

/** A link to the board of these letters, drawn as their first cards. */
function LetterCards({ letters }: { letters: readonly PlayableLetter[] }) {
  const name = describe(letters.map(({ letter }) => letter));
  return (
    <Link
      className={styles.cards}
      to={paths.home + toLettersQuery(letters.map(({ letter }) => letter))}
      aria-label={name}
      title={name}
    >
      {letters.slice(0, FAN).map(({ letter, hue }) => (
        // Drawn from an attribute, as on the cards of the game.
        <span key={letter} className={styles.card} style={toHueStyle(hue)} data-letters={bothCases(letter)} />
      ))}
    </Link>
  );
}

function toHueStyle(hue: Hue): CSSProperties {
  return { '--hue': `var(--back-${hue})` } as CSSProperties; // React's type has no custom properties
}

function describe(letters: readonly string[]): string {
  if (letters.length === 1) return `Play the letter ${letters[0]}`;
  if (letters.length > FAN) return `Play all ${letters.length} letters`;
  return `Play the letters ${letters.slice(0, -1).join(', ')} and ${letters.at(-1)}`;
}
