import type { ReactNode } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { classNames } from '../../ui/class-names.ts';
import { Status } from '../../ui/status.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { BoardFrame } from './board/board-frame.tsx';
import { NO_GAME } from './rules/rules.ts';
import cardStyles from './board/card.module.css';
import gameSideStyles from './game-side.module.css';

/** A message shown instead of the board. */
export function GameMessage({ children }: { children: ReactNode }) {
  const t = useTexts();
  useDocumentTitle(t('game.tab'));
  return (
    <div className="page">
      <h1>{t('game.name')}</h1>
      {children}
    </div>
  );
}

/** A placeholder of the board's size, so that nothing moves when it loads. */
export function WaitingBoard() {
  const t = useTexts();
  return (
    <>
      <BoardFrame board={NO_GAME.board} aria-hidden>
        {(position) => <span key={position} className={classNames(cardStyles.card, cardStyles.waiting)} />}
      </BoardFrame>
      <div className={gameSideStyles.gameSide}>
        <Status>{t('game.loading')}</Status>
      </div>
    </>
  );
}
