import type { ReactNode } from 'react';

import { classNames } from '../../ui/class-names.ts';
import { Status } from '../../ui/status.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { BoardFrame } from './board/board-frame.tsx';
import { NO_GAME } from './rules/rules.ts';
import cardStyles from './board/card.module.css';
import gameSideStyles from './game-side.module.css';

/** A message shown instead of the board. */
export function GameMessage({ children }: { children: ReactNode }) {
  useDocumentTitle('Memory Game');
  return (
    <div className="page">
      <h1>Memory Game</h1>
      {children}
    </div>
  );
}

/** A placeholder of the board's size, so that nothing moves when it loads. */
export function WaitingBoard() {
  return (
    <>
      <BoardFrame board={NO_GAME.board} aria-hidden>
        {(position) => <span key={position} className={classNames(cardStyles.card, cardStyles.waiting)} />}
      </BoardFrame>
      <div className={gameSideStyles.gameSide}>
        <Status>Loading game…</Status>
      </div>
    </>
  );
}
