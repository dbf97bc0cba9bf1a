import type { game } from '@larksong/contracts';
import { ChevronRight } from 'lucide-react';
import type { CSSProperties } from 'react';

import { bothCases, hueOf } from '../../../parts/game-cards/letter-card.ts';
import { classNames } from '../../../ui/class-names.ts';
import { hueOfPlace, type Board } from '../rules/board.ts';
import type { Choice } from '../rules/dealer.ts';
import type { NextLetter } from './onward.ts';
import { SongCard } from './song-card.tsx';
import { usePresses } from '../board/use-presses.ts';
import hues from '../board/hues.module.css';
import styles from './onward-cards.module.css';

/** The positions of the cards that are pressed. */
const [NEXT, LARGER] = [0, 1];

export interface OnwardCardsProps {
  board: Board;
  serial: number;
  letters: readonly string[];
  next: NextLetter | undefined;
  larger: Choice | undefined;
  /** Another board is being fetched. */
  isGoing: boolean;
  /** Starts another board, and says the letter that it introduces. */
  onGo: (choice: Choice, letter?: string) => void;
  /** The id of the song offered last. */
  lastSong: string | undefined;
  onSong: (id: string) => void;
}

/** The ways on from a victory, as pictures: the next letter, a song of the letters that were won, a larger board. */
export function OnwardCards({ board, serial, letters, next, larger, ...rest }: OnwardCardsProps) {
  const { isGoing, onGo, lastSong, onSong } = rest;
  // Small hands are heard as on the board.
  const { handlersOf } = usePresses(serial, (position) => {
    if (position === NEXT && next) onGo(next.choice, next.letter);
    if (position === LARGER && larger) onGo(larger);
  });
  const won = new Set(board.cells.flatMap((cell) => cell?.letter ?? []));
  return (
    <>
      {next && (
        <button
          type="button"
          aria-label={`Next letter, ${next.letter}`}
          aria-busy={isGoing}
          className={classNames(styles.cell, styles.next, hues[hueOf(next.index)])}
          {...handlersOf(NEXT)}
        >
          {/* Drawn from an attribute, as on the cards. */}
          <span className={styles.letters} data-letters={bothCases(next.letter)} />
          <ChevronRight className={styles.arrow} aria-hidden />
        </button>
      )}
      <SongCard
        letters={letters.filter((letter) => won.has(letter)).toReversed()}
        serial={serial}
        last={lastSong}
        onOffer={onSong}
      />
      {larger && (
        <button
          type="button"
          aria-label={`Larger board, ${larger.grid}`}
          aria-busy={isGoing}
          className={classNames(styles.cell, styles.larger)}
          {...handlersOf(LARGER)}
        >
          <GridPicture grid={larger.grid} />
        </button>
      )}
    </>
  );
}

/** A small board, face down. */
function GridPicture({ grid }: { grid: game.Grid }) {
  const columns = Number(grid[0]);
  const cells = Array.from({ length: columns * columns }, (_, position) => position);
  const hole = columns === 3 ? 4 : -1;
  const board = { columns, rows: columns, cells: [] };
  return (
    // React's type has no custom properties
    <span className={styles.grid} style={{ '--columns': columns } as CSSProperties}>
      {cells.map((position) => (
        <span key={position} className={position === hole ? undefined : hues[hueOfPlace(board, position)]} />
      ))}
    </span>
  );
}
