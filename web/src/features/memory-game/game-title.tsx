import { describeLetters } from './letters.ts';
import { countCards, type Game } from './rules.ts';
import { countPairs } from './words.ts';
import './game-title.css';

interface GameTitleProps {
  letters: readonly string[];
  game: Game;
}

/** The name of the game, and a perch on which a bird sits for each found pair. */
export function GameTitle({ letters, game }: GameTitleProps) {
  const pairs = countCards(game.board) / 2;
  const found = game.matched.length / 2;
  return (
    <div className="game-title">
      <h1>
        Memory Game{' '}
        {letters.length > 0 && (
          <span className="count">
            <span className="dash">— </span>
            {describeLetters(letters)}
          </span>
        )}
      </h1>
      {pairs > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- one picture, drawn by the style sheet
        <div className="perch" role="img" aria-label={`${countPairs(game)} pairs found`}>
          {Array.from({ length: pairs }, (_, bird) => (
            <span key={bird} className="bird">
              <span className={bird < found ? 'lark found' : 'lark'} />
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
