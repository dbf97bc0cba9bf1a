import type { catalog } from '@larksong/contracts';
import { ChevronRight } from 'lucide-react';

import { useTexts } from '../../../lib/texts.ts';
import { ButtonLink } from '../../../parts/button-link.tsx';
import { paths } from '../../../paths.ts';
import { ListTile } from '../list-tile.tsx';
import styles from './shelf.module.css';

/** The tiles that the shelf shows without being moved; their pictures load at once. */
const EAGER = 4;

/** The lists of the site in a row, above the songs. */
export function Shelf({ lists }: { lists: readonly catalog.SongListCard[] }) {
  const t = useTexts();
  return (
    <section className={styles.shelf} aria-label={t('shelf.title')}>
      <div className={styles.head}>
        <h2>{t('shelf.title')}</h2>
        <ButtonLink variant="quiet" to={paths.lists}>
          {t('shelf.all')}
          <ChevronRight className="icon points" aria-hidden />
        </ButtonLink>
      </div>
      <ul className={styles.row}>
        {lists.map((list, index) => (
          <ListTile key={list.id} list={list} isEager={index < EAGER} />
        ))}
      </ul>
    </section>
  );
}
