import type { game } from '@larksong/contracts';
import { useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';

import { toReadingKey } from '../../../lib/direction.ts';
import { useTexts } from '../../../lib/texts.ts';
import { hueOfPlace, type Board } from '../rules/board.ts';
import { BoardFrame } from './board-frame.tsx';
import { Card } from './card.tsx';
import { moveByKey } from './grid-keys.ts';
import { isFaceUp, toTap, type Game } from '../rules/rules.ts';
import type { Hint } from './use-turns.ts';
import { usePresses } from './use-presses.ts';
import { nameCard } from '../rules/words.ts';

export interface BoardHandle {
  focus: () => void;
}

interface BoardGridProps {
  game: Game;
  hint: Hint | undefined;
  pictureOf: (board: Board, item: game.DealtItem) => string | null;
  onTap: (position: number) => void;
  ref: Ref<BoardHandle>;
}

interface Nudge {
  serial: number;
  position: number;
  count: number;
}

/** The cards as an ARIA grid with one tab stop; arrow keys move within it. */
export function BoardGrid({ game: round, hint, pictureOf, onTap, ref }: BoardGridProps) {
  const t = useTexts();
  const { board, serial } = round;
  const cards = useRef(new Map<number, HTMLButtonElement>());
  const [place, setPlace] = useState({ serial, position: 0 });
  const [nudged, setNudged] = useState<Nudge>({ serial, position: 0, count: 0 });
  // After each deal, the keyboard starts at the first card.
  const tabStop = place.serial === serial ? place.position : 0;
  useImperativeHandle(ref, () => ({ focus: () => cards.current.get(0)?.focus({ preventScroll: true }) }), []);

  const tap = (position: number) => {
    if (toTap(round, position) === 'blocked')
      setNudged(({ count }) => ({ serial, position, count: count + 1 }));
    onTap(position);
  };
  const { handlersOf, isPressed } = usePresses(serial, tap);
  const onKeyDown = (event: KeyboardEvent) => {
    const target = findTarget(board, tabStop, event);
    if (target === undefined) return;
    event.preventDefault();
    cards.current.get(target)?.focus({ preventScroll: true });
  };

  return (
    <BoardFrame
      board={board}
      role="grid"
      aria-label={t('game.board')}
      onKeyDown={onKeyDown}
      // A long press is a tap, and must not open the menu of a picture.
      onContextMenu={(event) => event.preventDefault()}
    >
      {(position) => {
        const item = board.cells[position];
        if (!item) return <EmptyCell key={position} />;
        const isOpen = isFaceUp(round, position);
        const isNudged = nudged.serial === serial && nudged.position === position;
        return (
          <Card
            key={position}
            ref={(element) => {
              if (element) cards.current.set(position, element);
              else cards.current.delete(position);
            }}
            name={nameCard(round, position)}
            hue={hueOfPlace(board, position)}
            item={isOpen ? item : null}
            picture={isOpen ? pictureOf(board, item) : null}
            isMatched={round.matched.includes(position)}
            wasSeen={round.seen.includes(position)}
            hint={hint?.position === position ? hint.kind : undefined}
            nudges={isNudged ? nudged.count : 0}
            isTabStop={tabStop === position}
            isPressed={isPressed(position)}
            press={handlersOf(position)}
            onFocus={() => setPlace({ serial, position })}
          />
        );
      }}
    </BoardFrame>
  );
}

/** Returns the card to which a key moves the focus. */
function findTarget(board: Board, from: number, event: KeyboardEvent): number | undefined {
  // A held key counts as one tap.
  if (event.repeat && event.key === 'Enter') event.preventDefault();
  if (event.altKey || event.metaKey) return undefined;
  return moveByKey(board, from, { key: toReadingKey(event.key), ctrlKey: event.ctrlKey });
}

/** The centre of the 3x3: a cell of the grid, but not a button. */
function EmptyCell() {
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/control-has-associated-label -- no table, no control
  return <div role="gridcell" />;
}
