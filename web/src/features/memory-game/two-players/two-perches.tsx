import { classNames } from '../../../ui/class-names.ts';
import { countFound, namePerch } from './perch-names.ts';
import { countCards, isWon, type Game, type Player } from '../rules/rules.ts';
import styles from './two-perches.module.css';

const SIDES: readonly Player[] = [0, 1];

/** A perch for each of two players: its bird, in front of the sun when it is its turn, and a bird for each pair. */
export function TwoPerches({ game }: { game: Game }) {
  return (
    <div className={classNames(styles.perches, countCards(game.board) > 4 && styles.wide)}>
      {SIDES.map((player) => (
        <div
          key={player}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- one picture, drawn by the style sheet
          role="img"
          aria-label={namePerch(game, player)}
          className={classNames(styles.perch, player === 0 ? styles.first : styles.second)}
        >
          <span className={classNames(styles.player, game.turn === player && !isWon(game) && styles.turn)}>
            <span className="lark" />
          </span>
          <span className={styles.found}>
            {Array.from({ length: countFound(game, player) }, (_, bird) => (
              <span key={bird} className="lark" />
            ))}
          </span>
        </div>
      ))}
    </div>
  );
}
