import type { catalog, game } from '@larksong/contracts';
import { ChevronRight } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';

import { useTexts } from '../../../lib/texts.ts';
import { bothCasesIn, hueOf } from '../../../parts/game-cards/letter-card.ts';
import { classNames } from '../../../ui/class-names.ts';
import { hueOfPlace } from '../rules/board.ts';
import type { Choice } from '../rules/dealer.ts';
import type { NextLetter } from './onward.ts';
import { OnwardFrame } from './onward-frame.tsx';
import { SongCard } from './song-card.tsx';
import { usePresses, type PressHandlers } from '../board/use-presses.ts';
import { useRest } from './use-rest.ts';
import hues from '../board/hues.module.css';
import frameStyles from './onward-frame.module.css';
import styles from './onward-cards.module.css';

/** The positions of the cards that are pressed. */
const [NEXT, LARGER] = [0, 1];
/** After this time without a touch, the next letter hops once. */
const REST_MS = 3_000;

export interface OnwardCardsProps {
  serial: number;
  next: NextLetter | undefined;
  larger: Choice | undefined;
  /** Another board is being fetched. */
  isGoing: boolean;
  /** Starts another board, and says the letter that it introduces. */
  onGo: (choice: Choice, letter?: string) => void;
  /** A song of a letter that was won. */
  song: catalog.Video | undefined;
  /** A song may still be found; its place is kept. */
  isSongWaiting: boolean;
  onSong: (id: string) => void;
  /** Returns the address of a song, if it is not that of its page. */
  toSong?: ((id: string) => string) | undefined;
  playAgain: ReactNode;
  /** Opens the alphabet. */
  letters: ReactNode;
}

/** The ways on from a victory, as pictures: the next letter, a song of the letters that were won, a larger board. */
export function OnwardCards(props: OnwardCardsProps) {
  const { serial, next, larger, isGoing, onGo, song, isSongWaiting, onSong, toSong, playAgain, letters } =
    props;
  // Small hands are heard as on the board.
  const { handlersOf } = usePresses(serial, (position) => {
    if (position === NEXT && next) onGo(next.choice, next.letter);
    if (position === LARGER && larger) onGo(larger);
  });
  const isHopping = useRest(REST_MS);
  return (
    <OnwardFrame
      cards={
        <>
          {next && (
            <NextCard next={next} isGoing={isGoing} isHopping={isHopping} handlers={handlersOf(NEXT)} />
          )}
          {song && <SongCard song={song} serial={serial} onOffer={onSong} toSong={toSong} />}
          {!song && isSongWaiting && <span className={classNames(frameStyles.song, styles.waiting)} />}
        </>
      }
      playAgain={playAgain}
      more={
        <>
          {larger && <LargerCard grid={larger.grid} isGoing={isGoing} handlers={handlersOf(LARGER)} />}
          {letters}
        </>
      }
    />
  );
}

interface NextCardProps {
  next: NextLetter;
  isGoing: boolean;
  isHopping: boolean;
  handlers: PressHandlers;
}

function NextCard({ next: { letter, index, choice }, isGoing, isHopping, handlers }: NextCardProps) {
  const t = useTexts();
  return (
    <button
      type="button"
      aria-label={t('onward.next', { letter })}
      aria-busy={isGoing}
      className={classNames(frameStyles.cell, styles.next, hues[hueOf(index)], isHopping && styles.hop)}
      {...handlers}
    >
      {/* Drawn from an attribute, as on the cards. */}
      <span className={styles.letters} lang={choice.pack} data-letters={bothCasesIn(choice.pack, letter)} />
      <ChevronRight className={classNames(styles.arrow, 'points')} aria-hidden />
    </button>
  );
}

interface LargerCardProps {
  grid: game.Grid;
  isGoing: boolean;
  handlers: PressHandlers;
}

function LargerCard({ grid, isGoing, handlers }: LargerCardProps) {
  const t = useTexts();
  return (
    <button
      type="button"
      aria-label={t('onward.larger', { grid })}
      aria-busy={isGoing}
      className={classNames(frameStyles.cell, frameStyles.small, styles.larger)}
      {...handlers}
    >
      <GridPicture grid={grid} />
    </button>
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
