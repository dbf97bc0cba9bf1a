import type { Board } from './board.ts';

/** The pauses before two open cards are marked as a pair, or turn back (specification section 9). */
export const PAUSE_MS = { match: 800, miss: 1200 } as const;

export type Verdict = 'match' | 'miss';

/** The last event, for screen readers. `dealt` begins a game; `matched` with the last pair ends it. */
type GameEvent =
  | { kind: 'dealt' }
  | { kind: 'revealed'; position: number }
  | { kind: 'matched'; position: number }
  | { kind: 'missed' };

/** The state of a game. Positions are indexes of the board's cells. */
export interface Game {
  /** Increases with each deal. */
  serial: number;
  board: Board;
  /** Open cards that are not matched: at most two. */
  open: readonly number[];
  /** Cards of pairs that were found; they stay open. */
  matched: readonly number[];
  /** Cards that have been open before. */
  seen: readonly number[];
  event: GameEvent;
  /** The player who began, and the one whose turn it is, for two who play in turn. */
  starter: Player;
  turn: Player;
  /** The player who found each pair, in the order of `matched`. */
  finders: readonly Player[];
  /** Boards of this size won in a row. */
  wins: number;
}

export type Player = 0 | 1;

export type Move =
  | { kind: 'deal'; board: Board }
  /** Restores a game that another deal has replaced. */
  | { kind: 'restore'; game: Game }
  | { kind: 'reveal'; position: number }
  /** The pause after the second card is over. */
  | { kind: 'settle' };

/** The effect of a tap on a cell; `blocked`: two cards are open, so this one stays closed. */
type Tap = 'reveal' | 'replay' | 'blocked' | 'nothing';

export const NO_GAME: Game = {
  serial: 0,
  board: { columns: 2, rows: 2, cells: [] },
  open: [],
  matched: [],
  seen: [],
  event: { kind: 'dealt' },
  starter: 0,
  turn: 0,
  finders: [],
  wins: 0,
};

/** Applies a move by the rules (specification section 4). A move that is not allowed changes nothing. */
export function play(game: Game, move: Move): Game {
  if (move.kind === 'deal') return deal(game, move.board);
  if (move.kind === 'restore')
    return { ...move.game, serial: game.serial + 1, open: [], event: { kind: 'dealt' } };
  return move.kind === 'reveal' ? reveal(game, move.position) : settle(game);
}

/** After a win the other player begins; a game that was not finished begins with the same one. */
function deal(before: Game, board: Board): Game {
  const starter = isWon(before) ? toOther(before.starter) : before.starter;
  const isSameSize = board.columns === before.board.columns && board.rows === before.board.rows;
  return {
    ...NO_GAME,
    serial: before.serial + 1,
    board,
    starter,
    turn: starter,
    wins: isSameSize ? before.wins : 0,
  };
}

function toOther(player: Player): Player {
  return player === 0 ? 1 : 0;
}

function reveal(game: Game, position: number): Game {
  if (toTap(game, position) !== 'reveal') return game;
  return {
    ...game,
    open: [...game.open, position],
    seen: game.seen.includes(position) ? game.seen : [...game.seen, position],
    event: { kind: 'revealed', position },
  };
}

function settle(game: Game): Game {
  const verdict = findVerdict(game);
  const [position] = game.open;
  if (verdict === undefined || position === undefined) return game;
  if (verdict === 'miss') return { ...game, open: [], event: { kind: 'missed' }, turn: toOther(game.turn) };
  return {
    ...game,
    open: [],
    matched: [...game.matched, ...game.open],
    event: { kind: 'matched', position },
    // A pair gives another turn.
    finders: [...game.finders, game.turn],
    wins: isLastPair(game) ? game.wins + 1 : game.wins,
  };
}

/** Returns whether the two open cards are a pair; undefined while fewer than two are open. */
export function findVerdict({ board, open }: Game): Verdict | undefined {
  const [first, second] = open;
  if (first === undefined || second === undefined) return undefined;
  // Their positions differ, since an open card cannot be opened.
  return board.cells[first]?.name === board.cells[second]?.name ? 'match' : 'miss';
}

/** Returns the effect that a tap on a cell would have now. */
export function toTap(game: Game, position: number): Tap {
  if (!game.board.cells[position]) return 'nothing';
  if (isFaceUp(game, position)) return 'replay';
  return game.open.length < 2 ? 'reveal' : 'blocked';
}

/** Returns whether the card at a position is open or matched. */
export function isFaceUp({ open, matched }: Game, position: number): boolean {
  return open.includes(position) || matched.includes(position);
}

/** Counts the cards on the board, without the empty centre. */
export function countCards({ cells }: Board): number {
  return cells.filter((cell) => cell !== null).length;
}

/** Returns whether all cards on the board are matched. */
export function isWon(game: Game): boolean {
  return game.matched.length > 0 && game.matched.length === countCards(game.board);
}

/** Returns whether the two open cards are the last pair. */
export function isLastPair(game: Game): boolean {
  return findVerdict(game) === 'match' && game.matched.length + 2 === countCards(game.board);
}

/** Lists the hidden cards that the child has seen. With one card open: only its counterpart, if that has been seen. */
export function listHints(game: Game): number[] {
  const hidden = game.seen.filter((position) => !isFaceUp(game, position));
  const [open] = game.open;
  if (open === undefined) return hidden;
  const { cells } = game.board;
  const others = hidden.filter((position) => cells[position]?.name === cells[open]?.name);
  return others.length > 0 ? others : hidden;
}

/** Lists the cards that are face down. */
export function listHidden(game: Game): number[] {
  return [...game.board.cells.keys()].filter(
    (position) => game.board.cells[position] && !isFaceUp(game, position),
  );
}
