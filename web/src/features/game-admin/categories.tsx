import type { game } from '@larksong/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import type { FurtherPack } from '../../parts/game-cards/packs.ts';
import { AddLetter } from './add-letter.tsx';
import { LoadedState } from './loaded-state.tsx';
import { useDeleteLetter } from './content/use-letter-actions.ts';
import styles from './categories.module.css';

interface CategoriesProps {
  query: UseQueryResult<{ categories: game.AdminCategory[] }>;
  letter: string | null;
  pack: FurtherPack;
  onChoose: (letter: string | null) => void;
}

/** The list of all letters, with a form for a new one. */
export function Categories({ query, letter, pack, onChoose }: CategoriesProps) {
  const t = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const categories = query.data?.categories;
  return (
    <section className="panel" aria-labelledby="categories">
      <h2 id="categories" ref={heading} tabIndex={-1}>
        {t('categories.title')}
      </h2>
      <AddLetter pack={pack} onAdded={(added) => onChoose(added.letter)} />
      <LoadedState query={query} what="categories" />
      {categories?.length === 0 && <p className="muted">{t('categories.none')}</p>}
      {categories !== undefined && categories.length > 0 && (
        <ul className={styles.categories} aria-labelledby="categories">
          {categories.map((category) => (
            <CategoryRow
              key={category.id}
              category={category}
              isChosen={category.letter === letter}
              onChoose={() => onChoose(category.letter)}
              onDeleted={() => {
                if (category.letter === letter) onChoose(null);
                heading.current?.focus(); // the focused button is gone
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface CategoryRowProps {
  category: game.AdminCategory;
  isChosen: boolean;
  onChoose: () => void;
  onDeleted: () => void;
}

function CategoryRow({ category, isChosen, onChoose, onDeleted }: CategoryRowProps) {
  const t = useTexts();
  const { letter, itemCount } = category;
  const { isDeleting, confirmAndDelete } = useDeleteLetter(category, onDeleted);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen && row.current) scrollToRow(row.current);
  }, [isChosen]);
  return (
    <li ref={row} className={isChosen ? styles.chosen : undefined}>
      <button type="button" aria-current={isChosen || undefined} onClick={onChoose}>
        <b aria-hidden lang={category.pack}>
          {letter}
        </b>
        <strong>{t('game-admin.letter', { letter })}</strong>{' '}
        <small>{t('game-admin.cards', { count: itemCount })}</small>
      </button>
      <Button
        variant="danger"
        slim
        busy={isDeleting}
        aria-label={t('categories.delete-letter', { letter })}
        onClick={() => void confirmAndDelete()}
      >
        {t('categories.delete')}
      </Button>
    </li>
  );
}

/** Scrolls a row into view within its list only; `scrollIntoView` would scroll the page as well. */
function scrollToRow(row: HTMLElement): void {
  const list = row.parentElement;
  if (!list) return;
  const isInSight =
    row.offsetTop >= list.scrollTop && row.offsetTop + row.offsetHeight <= list.scrollTop + list.clientHeight;
  if (!isInSight) list.scrollTop = row.offsetTop - (list.clientHeight - row.offsetHeight) / 2;
}
