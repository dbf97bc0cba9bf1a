import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { toSoundAddress } from '../../../parts/game-cards/game-media.ts';
import { hueOf } from '../../../parts/game-cards/letter-card.ts';
import { classNames } from '../../../ui/class-names.ts';
import { moveByKey } from '../board/grid-keys.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { usePresses } from '../board/use-presses.ts';
import { isWon, parseWonLetters, toWords, type WonLetters } from './won-letters.ts';
import hues from '../board/hues.module.css';
import styles from './alphabet-perch.module.css';

export interface AlphabetPerchProps {
  letters: readonly string[];
  /** The number of words that each bird has said; kept by the game, so that it goes on with the next word. */
  said: Map<string, number>;
  speak: (addresses: readonly string[]) => void;
  /** Fetches sounds in advance. */
  load: (addresses: readonly string[]) => unknown;
}

/**
 * A bird for each letter, lit once the letter was won. A lit bird says one of the words that were found, in turn. One
 * tab stop; arrow keys move within it.
 */
export function AlphabetPerch({ letters, said, speak, load }: AlphabetPerchProps) {
  const stored = usePreferences().won;
  const won = useMemo(() => parseWonLetters(stored), [stored]);
  const perch = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const [touched, setTouched] = useState({ letter: '', count: 0 });
  const wonLetters = letters.filter((letter) => isWon(won, letter));

  const findNextWord = (letter: string): string | undefined => {
    const words = toWords(won, letter);
    const name = words[(said.get(letter) ?? 0) % words.length];
    return name === undefined ? undefined : toSoundAddress({ letter, name });
  };
  const loadAhead = useEffectEvent((lit: WonLetters) =>
    load(letters.filter((letter) => isWon(lit, letter)).flatMap((letter) => findNextWord(letter) ?? [])),
  );
  useEffect(() => {
    loadAhead(won);
  }, [won]);

  const touch = (letter: string) => {
    setTouched(({ count }) => ({ letter, count: count + 1 }));
    const word = findNextWord(letter);
    if (word === undefined) return;
    speak([word]);
    said.set(letter, (said.get(letter) ?? 0) + 1);
    const next = findNextWord(letter);
    if (next !== undefined) load([next]);
  };

  // Small hands are heard as on the board.
  const { handlersOf } = usePresses(0, (index) => touch(letters[index] ?? ''));
  const listBirds = () => [...(perch.current?.querySelectorAll('button') ?? [])];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.metaKey) return;
    const birds = listBirds();
    // As many columns as the style sheet has laid out.
    const columns = birds.filter(({ offsetTop }) => offsetTop === birds[0]?.offsetTop).length;
    const rows = Math.ceil(birds.length / columns);
    const target = moveByKey({ columns, rows, cells: letters }, stop, event);
    if (target === undefined) return;
    event.preventDefault();
    birds[Math.min(target, birds.length - 1)]?.focus({ preventScroll: true });
  };

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on one of its birds
    <div
      ref={perch}
      role="toolbar"
      aria-label={`Letters won: ${wonLetters.length} of ${letters.length}`}
      className={styles.perch}
      onKeyDown={onKeyDown}
    >
      {letters.map((letter, index) => {
        const isLit = isWon(won, letter);
        const count = touched.letter === letter ? touched.count : 0;
        return (
          <button
            key={letter}
            type="button"
            aria-label={`Letter ${letter}, ${isLit ? 'won' : 'not won yet'}`}
            tabIndex={index === Math.min(stop, letters.length - 1) ? 0 : -1}
            className={classNames(
              styles.bird,
              hues[hueOf(index)],
              isLit && styles.lit,
              count > 0 && (isLit ? styles.hop : styles.nudge),
              count > 0 && count % 2 === 0 && styles.even,
            )}
            {...handlersOf(index)}
            onFocus={() => setStop(index)}
          >
            <span className="lark" />
            <span className={styles.letter} aria-hidden>
              {letter}
            </span>
          </button>
        );
      })}
    </div>
  );
}
