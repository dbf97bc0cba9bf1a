import type { catalog } from '@larksong/contracts';
import { Link } from 'react-router';

import { useTexts } from '../../lib/texts.ts';
import { nestPaths } from '../../nest-paths.ts';
import { Magnifier } from './magnifier.tsx';
import styles from './ways.module.css';

/** What there is in a nest besides its songs, where a grown-up allows it: two cards are the game, a round key is search. */
export function Ways({ place: { game, allowsSearch } }: { place: catalog.NestPlace }) {
  const t = useTexts();
  if (game === null && !allowsSearch) return null;
  return (
    <div className={styles.ways}>
      {game && (
        <Link replace className={styles.game} to={nestPaths.game} aria-label={t('nest.game')}>
          <span className={styles.fan} aria-hidden>
            <span>
              <span className="lark" />
            </span>
            <span lang={game.pack} data-letters={toBothCases(game)} />
          </span>
        </Link>
      )}
      {allowsSearch && (
        <Link replace className={styles.search} to={nestPaths.search} aria-label={t('nest.search')}>
          <Magnifier />
        </Link>
      )}
    </div>
  );
}

/** Returns the first letter of the nest as it stands on its cards. */
function toBothCases({ letters: [letter = 'A'], pack }: NonNullable<catalog.NestPlace['game']>): string {
  const small = letter.toLocaleLowerCase(pack ?? 'en');
  return small === letter ? letter : letter + small;
}
