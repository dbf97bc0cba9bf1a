import { BoardGrid } from './board/board-grid.tsx';
import { ConfettiCanvas } from './confetti/confetti-canvas.tsx';
import { WaitingBoard } from './game-states.tsx';
import { GameTitle } from './game-title.tsx';
import { LivingLark } from './lark/living-lark.tsx';
import { LazyOnwardWays } from './onward/lazy-onward.tsx';
import { PlayAgain } from './onward/play-again.tsx';
import { announce } from './rules/words.ts';
import { useMemoryGame } from './use-memory-game.ts';

/**
 * What the game in a nest is made of. Its page receives them from the file of the home page: if both imported them, the
 * first visit of the game would load more files. Their names are part of that visit, and short.
 */
export const gameParts = {
  useGame: useMemoryGame,
  Title: GameTitle,
  Lark: LivingLark,
  Board: BoardGrid,
  Waiting: WaitingBoard,
  Again: PlayAgain,
  Ways: LazyOnwardWays,
  Confetti: ConfettiCanvas,
  announce,
};
export type GameParts = typeof gameParts;
