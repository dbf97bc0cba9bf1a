import type { game } from '@larksong/contracts';
import { useRef, useState } from 'react';
import { Link } from 'react-router';

import { paths } from '../../paths.ts';
import { classNames } from '../../ui/class-names.ts';
import { AddLetter } from './add-letter.tsx';
import { AddPair } from './add-pair.tsx';
import { CardRows } from './card-rows.tsx';
import { LoadedState } from './loaded-state.tsx';
import { count, groupByName } from './content/names.ts';
import { useCategories, useItems } from './content/use-content.ts';
import styles from './manage-panel.module.css';

/** A small editor for letters and pairs, shown next to the game. */
export function ManagePanel() {
  const query = useCategories();
  const categories = query.data?.categories;
  const [letter, setLetter] = useState<string | null>(null);
  const chosen = categories?.find((category) => category.letter === letter);
  return (
    <section className={classNames('panel', styles.manage)} aria-labelledby="manage-content">
      <div className="row apart">
        <div>
          <h2 id="manage-content">Manage Content</h2>
          <p className="muted">Letters and words</p>
        </div>
        <Link to={paths.gameAdmin}>Pictures and sounds</Link>
      </div>
      <AddLetter onAdded={(added) => setLetter(added.letter)} />
      <LoadedState query={query} what="categories" />
      {categories?.length === 0 && <p className="muted">There are no letters yet. Add the first one.</p>}
      {categories !== undefined && categories.length > 0 && (
        <ul className="chips scroll" aria-label="Letters">
          {categories.map(({ id, letter: own, itemCount }) => (
            <li key={id}>
              <button
                type="button"
                className="chip"
                aria-pressed={own === letter}
                onClick={() => setLetter(own)}
              >
                Letter {own}
                <small>{count(itemCount, 'card')}</small>
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
  const query = useItems(category.id);
  const heading = useRef<HTMLHeadingElement>(null);
  const items = query.data?.items;
  return (
    <>
      <h3 ref={heading} tabIndex={-1}>
        Letter {category.letter}
      </h3>
      <AddPair category={category} />
      <LoadedState query={query} what="words" />
      {items?.length === 0 && (
        <p className="muted">Letter {category.letter} has no words yet. Add the first one.</p>
      )}
      <div className={styles.manageNames}>
        {groupByName(items ?? []).map((name) => (
          <div key={name.name}>
            <CardRows name={name} deleteLabel="Del" onDeleted={() => heading.current?.focus()} />
          </div>
        ))}
      </div>
    </>
  );
}
