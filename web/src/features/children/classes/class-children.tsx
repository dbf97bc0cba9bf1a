import type { auth } from '@larksong/contracts';
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';

import { useTexts, type Texts } from '../../../lib/texts.ts';
import { Animal, nameOf } from '../../../parts/nest/animal.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { childOf } from '../addresses.ts';
import { NameSearch, useNameSearch } from '../../../parts/nest/name-search.tsx';
import styles from './class.module.css';

interface ClassChildrenProps {
  nests: readonly auth.Nest[];
  onAdd: () => void;
}

/** The children of a class by their animals. */
export function ClassChildren({ nests, onAdd }: ClassChildrenProps) {
  const t = useTexts();
  const id = useId();
  const search = useNameSearch(nests);
  if (nests.length === 0)
    return (
      <EmptyState
        meadow
        title={t('class.nobody')}
        hint={t('class.nobody-hint')}
        action={
          <Button onClick={onAdd}>
            <Plus className="icon" aria-hidden />
            {t('class.add')}
          </Button>
        }
      />
    );
  return (
    <section aria-labelledby={id} className={styles.children}>
      <div className="row apart">
        <h2 id={id}>{t('class.children')}</h2>
        <NameSearch search={search} />
      </div>
      <ul>
        {search.found.map((nest) => (
          <li key={nest.id}>
            <Link to={childOf(nest.id)}>
              <Animal face={nest} className={styles.animal} />
              <strong dir="auto">{nameOf(nest, t)}</strong>
              <Note nest={nest} t={t} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is still to be done for a child's own card. */
function Note({ nest: { cards }, t }: { nest: auth.Nest; t: Texts }) {
  if (cards.length === 0) return <small>{t('class.no-card')}</small>;
  return cards.every(({ lastUsedAt }) => lastUsedAt === null) ? (
    <small>{t('class.unused-card')}</small>
  ) : null;
}
