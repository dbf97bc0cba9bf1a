import { foldName, type auth } from '@larksong/contracts';
import { useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Status } from '../../ui/status.tsx';
import { nameOf } from './animal.tsx';
import styles from './name-search.module.css';

/** From this many on, nests are found sooner by their names than by looking. */
const MANY = 13;

/** Finds nests by a part of their names, or of the names of their classes (by id), once there are many. */
export function useNameSearch(nests: readonly auth.Nest[], classNames?: ReadonlyMap<string, string>) {
  const t = useTexts();
  const [typed, setTyped] = useState('');
  const isOffered = nests.length >= MANY;
  const wanted = isOffered ? foldName(typed) : '';
  const namesOf = (nest: auth.Nest) => [nameOf(nest, t), classNames?.get(nest.classId ?? '') ?? ''];
  const found = nests.filter((nest) => namesOf(nest).some((name) => foldName(name).includes(wanted)));
  return { typed, setTyped, isOffered, found };
}

/** The field for it. */
export function NameSearch({ search }: { search: ReturnType<typeof useNameSearch> }) {
  const t = useTexts();
  if (!search.isOffered) return null;
  return (
    <div className={styles.search}>
      <input
        type="search"
        dir="auto"
        aria-label={t('children.search')}
        placeholder={t('children.search')}
        value={search.typed}
        onChange={({ target }) => search.setTyped(target.value)}
      />
      <Status className="muted small">{search.found.length === 0 && t('children.not-found')}</Status>
    </div>
  );
}
