import type { catalog, game } from '@larksong/contracts';
import { RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';

import { useTexts } from '../../../lib/texts.ts';
import { nestPaths } from '../../../nest-paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { BoardHandle } from '../../memory-game/board/board-grid.tsx';
import type { GameParts } from '../../memory-game/parts.ts';
import { isWon } from '../../memory-game/rules/rules.ts';
import { findSongOf, listBoards, type NestOffer } from './offer.ts';
import { useGameReports } from './use-game-reports.ts';
import styles from './game-side.module.css';

interface GameSideProps {
  parts: GameParts;
  memory: ReturnType<GameParts['useGame']>;
  offer: NestOffer;
  version: number;
  rows: readonly catalog.NestPlaceRow[];
}

/** The cards, and next to them pictures only: again, the boards, and what follows a victory. */
export function GameSide(props: GameSideProps) {
  const { parts, memory, offer } = props;
  const { game: round, hint, pictures } = memory;
  const board = useRef<BoardHandle>(null);
  const hasWon = isWon(round);
  useGameReports();
  return (
    <>
      <parts.Board ref={board} game={round} hint={hint} pictureOf={pictures.sourceOf} onTap={memory.tap} />
      <div className={classNames(styles.side, hasWon && styles.victory)}>
        <output data-announcement className={hasWon ? styles.praise : 'sr-only'}>
          {parts.announce(round)}
        </output>
        {!hasWon && <Controls memory={memory} offer={offer} />}
        {round.seen.length > 0 && <Onward {...props} onDealt={() => board.current?.focus()} />}
      </div>
    </>
  );
}

/** What follows a victory: prepared while the board is played. */
function Onward({ parts, memory, offer, version, rows, onDealt }: GameSideProps & { onDealt: () => void }) {
  const { game: round, table, sounds } = memory;
  const [lastSong, setLastSong] = useState<string>();
  const song = useSongOf({ rows, letters: table.choice?.letters ?? [], lastSong, serial: round.serial });
  const playAgain = () => {
    void memory.again();
    onDealt();
  };
  return (
    <parts.Ways
      {...{ offer, version, game: round, choice: table.choice, lastSong, onDealt }}
      reserve={table.reserve}
      choose={table.start}
      speak={sounds.speak}
      onSong={setLastSong}
      playAgain={<parts.Again serial={round.serial} onPlayAgain={playAgain} />}
      letters={null}
      ofNest={{ song: song?.video, toSong: (id) => nestPaths.playOf(song?.rowId ?? '', id) }}
    />
  );
}

interface SongDeps {
  rows: readonly catalog.NestPlaceRow[];
  letters: readonly string[];
  lastSong: string | undefined;
  /** Another one for each board. */
  serial: number;
}

/** Returns a song of the nest for the letters of a board, the newest letter first: one for each board. */
function useSongOf({ rows, letters, lastSong, serial }: SongDeps) {
  const find = () => findSongOf(rows, letters.toReversed(), { last: lastSong, random: Math.random });
  const [found, setFound] = useState(() => ({ serial, song: find() }));
  if (found.serial !== serial) setFound({ serial, song: find() });
  return found.song;
}

function Controls({ memory, offer }: Pick<GameSideProps, 'memory' | 'offer'>) {
  const t = useTexts();
  const { choice } = memory.table;
  if (!choice) return null;
  const boards = listBoards(offer, choice.letters);
  return (
    <div className={styles.controls}>
      <IconButton child label={t('game.try-again')} icon={RotateCcw} onClick={() => void memory.again()} />
      {boards.length > 1 &&
        boards.map((grid) => (
          <button
            key={grid}
            type="button"
            className="icon-button child"
            aria-label={t('nest-more.board', { grid })}
            title={t('nest-more.board', { grid })}
            aria-pressed={grid === choice.grid}
            onClick={() => void memory.table.start({ ...choice, grid })}
          >
            <Small grid={grid} />
          </button>
        ))}
    </div>
  );
}

/** A small board, face down. */
function Small({ grid }: { grid: game.Grid }) {
  const columns = Number(grid[0]);
  const size = 24 / columns;
  const gap = 0.16 * size;
  return (
    <svg className={styles.board} viewBox="0 0 24 24" aria-hidden>
      {Array.from({ length: columns * columns }, (_, place) =>
        columns === 3 && place === 4 ? null : (
          <rect
            key={place}
            x={(place % columns) * size + gap}
            y={Math.floor(place / columns) * size + gap}
            width={size - 2 * gap}
            height={size - 2 * gap}
            rx={size * 0.18}
          />
        ),
      )}
    </svg>
  );
}
