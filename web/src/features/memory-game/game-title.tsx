import type { ReactNode } from 'react';

import { formatList } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { describeLetters, toTabTitle } from './letters/letters.ts';
import type { Game } from './rules/rules.ts';
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
  const t = useTexts();
  const { found, total: pairs } = countPairs(game);
  useDocumentTitle(toTabTitle(letters));
  return (
    <div className={styles.gameTitle}>
      <h1>{letters.length === 0 ? t('game.name') : <NameAndLetters letters={letters} />}</h1>
      {/* Many birds on two perches need its place. */}
      {!(isForTwo && pairs > 2) && <div className={styles.seat}>{lark}</div>}
      {pairs > 0 && isForTwo && <LazyTwoPerches game={game} />}
      {pairs > 0 && !isForTwo && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- one picture, drawn by the style sheet
        <div className={styles.perch} role="img" aria-label={t('perch.found', { found, total: pairs })}>
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

function NameAndLetters({ letters }: { letters: readonly string[] }) {
  const t = useTexts();
  return t.rich('game.name-of', {
    letters: describeLetters(letters),
    dash: (content) => <span className={styles.dash}>{content}</span>,
    count: (content) => (
      <span className={styles.count} title={letters.length > 1 ? formatList(letters) : undefined}>
        {content}
      </span>
    ),
  });
}
