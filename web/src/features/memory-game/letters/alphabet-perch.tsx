import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent } from 'react';

import { toReadingKey } from '../../../lib/direction.ts';
import { useTexts } from '../../../lib/texts.ts';
import { toSoundAddress } from '../../../parts/game-cards/game-media.ts';
import { hueOf, type Hue } from '../../../parts/game-cards/letter-card.ts';
import type { FurtherPack } from '../../../parts/game-cards/packs.ts';
import { classNames } from '../../../ui/class-names.ts';
import { moveByKey } from '../board/grid-keys.ts';
import { ofPack } from '../preferences/pack-preferences.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { usePresses, type PressHandlers } from '../board/use-presses.ts';
import { isWon, parseWonLetters, toWords, type WonLetters } from './won-letters.ts';
import hues from '../board/hues.module.css';
import styles from './alphabet-perch.module.css';

export interface AlphabetPerchProps {
  letters: readonly string[];
  pack?: FurtherPack;
  /** The number of words that each bird has said; kept by the game, so that it continues with the next word. */
  said: Map<string, number>;
  speak: (addresses: readonly string[]) => void;
  /** Fetches sounds in advance. */
  load: (addresses: readonly string[]) => unknown;
}

/**
 * A bird for each letter, lit once the letter was won. A lit bird says one of the words that were found, in turn. One
 * tab stop; arrow keys move within it.
 */
export function AlphabetPerch({ letters, ...words }: AlphabetPerchProps) {
  const t = useTexts();
  const perch = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const [touched, setTouched] = useState({ letter: '', count: 0 });
  const { won, sayNextWord } = useFoundWords({ letters, ...words });
  const count = letters.filter((letter) => isWon(won, letter)).length;

  const touch = (letter: string) => {
    setTouched(({ count }) => ({ letter, count: count + 1 }));
    sayNextWord(letter);
  };
  // Small hands are heard as on the board.
  const { handlersOf } = usePresses(0, (index) => touch(letters[index] ?? ''));
  const onKeyDown = (event: KeyboardEvent) => {
    const bird = findTarget(perch.current, { letters, stop, event });
    if (bird) event.preventDefault();
    bird?.focus({ preventScroll: true });
  };

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on one of its birds
    <div
      ref={perch}
      role="toolbar"
      aria-label={t('my-letters.won', { count, total: letters.length })}
      className={styles.perch}
      onKeyDown={onKeyDown}
    >
      {letters.map((letter, index) => (
        <Bird
          key={letter}
          letter={letter}
          lang={words.pack}
          hue={hueOf(index)}
          isLit={isWon(won, letter)}
          isTabStop={index === Math.min(stop, letters.length - 1)}
          touches={touched.letter === letter ? touched.count : 0}
          press={handlersOf(index)}
          onFocus={() => setStop(index)}
        />
      ))}
    </div>
  );
}

/** Returns the letters that were won, and a function by which a bird says the next of its words. */
function useFoundWords({ letters, pack, said, speak, load }: AlphabetPerchProps) {
  const stored = ofPack(usePreferences(), pack).won;
  const won = useMemo(() => parseWonLetters(stored), [stored]);
  const findNextWord = (letter: string): string | undefined => {
    const words = toWords(won, letter);
    const name = words[(said.get(letter) ?? 0) % words.length];
    return name === undefined ? undefined : toSoundAddress({ letter, name, pack });
  };
  const loadAhead = useEffectEvent((lit: WonLetters) =>
    load(letters.filter((letter) => isWon(lit, letter)).flatMap((letter) => findNextWord(letter) ?? [])),
  );
  useEffect(() => {
    loadAhead(won);
  }, [won]);
  const sayNextWord = (letter: string): void => {
    const word = findNextWord(letter);
    if (word === undefined) return;
    speak([word]);
    said.set(letter, (said.get(letter) ?? 0) + 1);
    const next = findNextWord(letter);
    if (next !== undefined) load([next]);
  };
  return { won, sayNextWord };
}

interface Move {
  letters: readonly string[];
  /** The bird from which the key moves. */
  stop: number;
  event: KeyboardEvent;
}

/** Returns the bird to which a key moves the focus, in as many columns as the style sheet has laid out. */
function findTarget(perch: Element | null, { letters, stop, event }: Move): HTMLElement | undefined {
  const birds = [...(perch?.querySelectorAll('button') ?? [])];
  if (event.altKey || event.metaKey) return undefined;
  const columns = birds.filter(({ offsetTop }) => offsetTop === birds[0]?.offsetTop).length;
  const rows = Math.ceil(birds.length / columns);
  const { key, ctrlKey } = event;
  const target = moveByKey({ columns, rows, cells: letters }, stop, { key: toReadingKey(key), ctrlKey });
  return target === undefined ? undefined : birds[Math.min(target, birds.length - 1)];
}

interface BirdProps {
  letter: string;
  lang: FurtherPack;
  hue: Hue;
  /** The letter was won. */
  isLit: boolean;
  isTabStop: boolean;
  /** The number of its touches, if it was the last one touched. */
  touches: number;
  press: PressHandlers;
  onFocus: () => void;
}

function Bird({ letter, lang, hue, isLit, isTabStop, touches, press, onFocus }: BirdProps) {
  const t = useTexts();
  return (
    <button
      type="button"
      aria-label={isLit ? t('my-letters.lit', { letter }) : t('my-letters.unlit', { letter })}
      tabIndex={isTabStop ? 0 : -1}
      className={classNames(
        styles.bird,
        hues[hue],
        isLit && styles.lit,
        touches > 0 && (isLit ? styles.hop : styles.nudge),
        touches > 0 && touches % 2 === 0 && styles.even,
      )}
      {...press}
      onFocus={onFocus}
    >
      <span className="lark" />
      <span className={styles.letter} lang={lang} aria-hidden>
        {letter}
      </span>
    </button>
  );
}
