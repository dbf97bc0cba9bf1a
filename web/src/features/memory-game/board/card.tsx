import type { game } from '@larksong/contracts';
import { useState, type CSSProperties, type ReactNode } from 'react';

import { bothCasesIn, type Hue } from '../../../parts/game-cards/letter-card.ts';
import { classNames } from '../../../ui/class-names.ts';
import { splitAtLetter } from '../rules/words.ts';
import type { PressHandlers } from './use-presses.ts';
import type { Hint } from './use-turns.ts';
import styles from './card.module.css';
import hues from './hues.module.css';

interface CardProps {
  name: string;
  hue: Hue;
  /** The card if it is open; null hides all of it. */
  item: game.DealtItem | null;
  /** On a letter card it is small. */
  picture: string | null;
  isMatched: boolean;
  /** It was open before, so it turns back with an animation. */
  wasSeen: boolean;
  /** How it moves to invite a tap. */
  hint: Hint['kind'] | undefined;
  /** The number of taps without effect. */
  nudges: number;
  isTabStop: boolean;
  ref: (element: HTMLButtonElement | null) => void;
  isPressed: boolean;
  press: PressHandlers;
  onFocus: () => void;
}

/** A card with its back, and its face while it is open. */
export function Card({ name, hue, item, picture, isMatched, wasSeen, ...rest }: CardProps) {
  const { hint, nudges, isTabStop, isPressed, press, ref, onFocus } = rest;
  return (
    <button
      type="button"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the grid is of buttons, no table
      role="gridcell"
      ref={ref}
      aria-label={name}
      tabIndex={isTabStop ? 0 : -1}
      className={classNames(
        styles.card,
        hues[hue],
        isMatched && styles.matched,
        item ? styles.open : wasSeen && styles.closed,
        isPressed && styles.pressed,
        hint && styles[hint],
        nudges > 0 && classNames(styles.nudge, nudges % 2 === 0 && styles.even),
      )}
      {...press}
      onFocus={onFocus}
    >
      <span className={styles.sides}>
        {item ? (
          <Face item={item} picture={picture} />
        ) : (
          <span className={classNames(styles.side, styles.face, styles.away)} />
        )}
        <span className={classNames(styles.side, styles.back, item && styles.away)}>
          <span className="lark" />
        </span>
      </span>
    </button>
  );
}

function Face({ item, picture }: { item: game.DealtItem; picture: string | null }) {
  const { type, letter, pack } = item;
  const [isBroken, setBroken] = useState(false);
  const drawing = picture !== null && !isBroken && (
    <img
      src={picture}
      alt=""
      width={128}
      height={128}
      decoding="sync"
      draggable={false}
      onError={() => setBroken(true)}
    />
  );
  if (type === 'image')
    return (
      <Side item={item} isDrawn={!drawing}>
        {drawing}
      </Side>
    );
  return (
    <Side item={item}>
      {/* Drawn from an attribute, so that the card's name remains its word. */}
      <span className={styles.letters} lang={pack} data-letters={bothCasesIn(pack, letter)} />
      {drawing}
    </Side>
  );
}

interface SideProps {
  item: game.DealtItem;
  /** There is no picture: the word takes its place. */
  isDrawn?: boolean;
  children?: ReactNode;
}

function Side({ item: { name, letter, pack }, isDrawn, children }: SideProps) {
  const [before, middle, after] = splitAtLetter(name, letter, pack);
  return (
    <span className={classNames(styles.side, styles.face)} data-face>
      {children}
      <span
        className={classNames(styles.word, isDrawn && styles.drawn)}
        data-word
        lang={pack}
        dir="auto"
        style={toWordSize(name)}
      >
        {before}
        <b>{middle}</b>
        {after}
      </span>
    </span>
  );
}

/**
 * Returns the values from which card.module.css sizes a word: the length of its longest part, which should stay on one
 * line, and the square root of its total length.
 */
function toWordSize(name: string): CSSProperties {
  const longest = Math.max(...name.split(/[\s-]/).map((part) => part.length));
  // React's type has no custom properties
  return { '--length': longest, '--root': Math.sqrt(name.length).toFixed(2) } as CSSProperties;
}
