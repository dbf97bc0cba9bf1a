import type { game } from '@larksong/contracts';
import { useRef, useState } from 'react';
import { Link } from 'react-router';

import { useTexts } from '../../lib/texts.ts';
import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { AddLetter } from './add-letter.tsx';
import { AddPair } from './add-pair.tsx';
import { CardRows } from './card-rows.tsx';
import { LoadedState } from './loaded-state.tsx';
import { groupByName } from './content/names.ts';
import { useCategories, useItems } from './content/use-content.ts';
import styles from './manage-panel.module.css';

/** A small editor for letters and pairs, shown next to the game. */
export function ManagePanel() {
  const t = useTexts();
  const query = useCategories();
  const categories = query.data?.categories;
  const [letter, setLetter] = useState<string | null>(null);
  const chosen = categories?.find((category) => category.letter === letter);
  return (
    <section className={classNames('panel', styles.manage)} aria-labelledby="manage-content">
      <div className="row apart">
        <div>
          <h2 id="manage-content">{t('manage-panel.title')}</h2>
          <p className="muted">{t('manage-panel.subtitle')}</p>
        </div>
        <Link to={paths.gameAdmin}>{t('manage-panel.more')}</Link>
      </div>
      <AddLetter onAdded={(added) => setLetter(added.letter)} />
      <LoadedState query={query} what="categories" />
      {categories?.length === 0 && <p className="muted">{t('categories.none')}</p>}
      {categories !== undefined && categories.length > 0 && (
        <ul className="chips scroll" aria-label={t('manage-panel.letters')}>
          {categories.map(({ id, letter: own, itemCount }) => (
            <li key={id}>
              <button
                type="button"
                className="chip"
                aria-pressed={own === letter}
                onClick={() => setLetter(own)}
              >
                {t('game-admin.letter', { letter: own })}
                <small>{t('game-admin.cards', { count: itemCount })}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen && <ChosenLetter key={chosen.id} category={chosen} />}
    </section>
  );
}

function ChosenLetter({ category }: { category: game.AdminCategory }) {
  const t = useTexts();
  const query = useItems(category);
  const heading = useRef<HTMLHeadingElement>(null);
  const items = query.data?.items;
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        {t('game-admin.letter', { letter: category.letter })}
      </h3>
      <AddPair category={category} />
      <LoadedState query={query} what="words" />
      {items?.length === 0 && <p className="muted">{t('items.none', { letter: category.letter })}</p>}
      <div className={styles.manageNames}>
        {groupByName(items ?? []).map((name) => (
          <div key={name.name}>
            <CardRows name={name} deleteLabel="short" onDeleted={() => heading.current?.focus()} />
          </div>
        ))}
      </div>
    </>
  );
}
