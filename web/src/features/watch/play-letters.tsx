import type { CSSProperties } from 'react';
import { Link } from 'react-router';

import { formatList } from '../../lib/format.ts';
import { useTexts, type Texts } from '../../lib/texts.ts';
import { bothCases, toLettersQuery, type Hue } from '../../parts/game-cards/letter-card.ts';
import { paths } from '../../paths.ts';
import { isWon, parseWonLetters } from '../memory-game/letters/won-letters.ts';
import { usePreferences } from '../memory-game/preferences/use-preferences.ts';
import { usePlayableLetters, type PlayableLetter } from './use-playable-letters.ts';
import styles from './play-letters.module.css';

/** The number of letters on one board, few enough for a child. */
const FAN = 3;

export interface PlayLettersProps {
  letters: readonly string[];
  /** As one picture at the end of the song; otherwise as a row. */
  isAtEnd?: boolean;
}

/**
 * Pictures that lead to the game: to a board of the next letters of a song that can be dealt, and in a row to each of
 * its letters.
 */
export function PlayLetters({ letters, isAtEnd }: PlayLettersProps) {
  const t = useTexts();
  const playable = usePlayableLetters(letters);
  const { won } = usePreferences();
  if (playable?.length === 0) return null;
  const next = playable && chooseNext(playable, won);
  if (isAtEnd) return next ? <LetterCards letters={next} /> : null;
  return (
    <ul className={styles.row} aria-label={t('play-letters.title')}>
      {next && next.length > 1 && (
        <li>
          <LetterCards letters={next} />
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

/** Returns the first letters that were not won on this device; if all were, the first letters. */
function chooseNext(playable: readonly PlayableLetter[], won: unknown): readonly PlayableLetter[] {
  const wonLetters = parseWonLetters(won);
  const others = playable.filter(({ letter }) => !isWon(wonLetters, letter));
  return (others.length > 0 ? others : playable).slice(0, FAN);
}

/** A link to the board of these letters, drawn as their first cards. */
function LetterCards({ letters }: { letters: readonly PlayableLetter[] }) {
  const t = useTexts();
  const name = describe(
    letters.map(({ letter }) => letter),
    t,
  );
  return (
    <Link
      className={styles.cards}
      to={paths.home + toLettersQuery(letters.map(({ letter }) => letter))}
      aria-label={name}
      title={name}
    >
      {letters.map(({ letter, hue }) => (
        // Drawn from an attribute, as on the cards of the game.
        <span key={letter} className={styles.card} style={toHueStyle(hue)} data-letters={bothCases(letter)} />
      ))}
    </Link>
  );
}

function toHueStyle(hue: Hue): CSSProperties {
  return { '--hue': `var(--back-${hue})` } as CSSProperties; // React's type has no custom properties
}

function describe(letters: readonly string[], t: Texts): string {
  return t('play-letters.link', { count: letters.length, letters: formatList(letters) });
}
