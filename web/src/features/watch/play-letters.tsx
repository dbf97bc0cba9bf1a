import type { CSSProperties } from 'react';
import { Link } from 'react-router';

import { bothCases, toLettersQuery, type Hue } from '../../lib/letter-card.ts';
import { paths } from '../../paths.ts';
import type { PlayableLetter } from './use-playable-letters.ts';
import styles from './play-letters.module.css';

/** Cards enough to tell "several letters" from one. */
const FAN = 3;

interface PlayLettersProps {
  /** Undefined until they are known. */
  letters: PlayableLetter[] | undefined;
}

/** The way from a song to the game by pictures: a board of all its letters, and one of each. */
export function PlayLetters({ letters }: PlayLettersProps) {
  if (letters?.length === 0) return null;
  return (
    <ul className={styles.row} aria-label="Play the letters of this song">
      {letters && letters.length > 1 && (
        <li>
          <LetterCards letters={letters} />
        </li>
      )}
      {letters?.map((one) => (
        <li key={one.letter}>
          <LetterCards letters={[one]} />
        </li>
      ))}
    </ul>
  );
}

/** A link to the board of these letters, drawn as their first cards. */
export function LetterCards({ letters }: { letters: readonly PlayableLetter[] }) {
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
