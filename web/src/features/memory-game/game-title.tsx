import type { ReactNode } from 'react';

import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { describeLetters, listLetters, toTabTitle } from './letters/letters.ts';
import { countCards, type Game } from './rules/rules.ts';
import { LazyTwoPerches } from './two-players/lazy-two-perches.tsx';
import { countPairs } from './rules/words.ts';
import styles from './game-title.module.css';
import { classNames } from '../../ui/class-names.ts';

interface GameTitleProps {
  letters: readonly string[];
  game: Game;
  isForTwo: boolean;
  lark: ReactNode;
}

/** The name of the game, and a perch with a bird for each pair found, or one for each of two players. */
export function GameTitle({ letters, game, isForTwo, lark }: GameTitleProps) {
  const pairs = countCards(game.board) / 2;
  const found = game.matched.length / 2;
  useDocumentTitle(toTabTitle(letters));
  return (
    <div className={styles.gameTitle}>
      <h1>
        Memory Game{' '}
        {letters.length > 0 && (
          <span className={styles.count} title={letters.length > 1 ? listLetters(letters) : undefined}>
            <span className={styles.dash}>— </span>
            {describeLetters(letters)}
          </span>
        )}
      </h1>
      {/* Many birds on two perches need its place. */}
      {!(isForTwo && pairs > 2) && <div className={styles.seat}>{lark}</div>}
      {pairs > 0 && isForTwo && <LazyTwoPerches game={game} />}
      {pairs > 0 && !isForTwo && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- one picture, drawn by the style sheet
        <div className={styles.perch} role="img" aria-label={`${countPairs(game)} pairs found`}>
          {Array.from({ length: pairs }, (_, bird) => (
            <span key={bird} className={styles.bird}>
              <span className={classNames('lark', bird < found && styles.found)} />
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
