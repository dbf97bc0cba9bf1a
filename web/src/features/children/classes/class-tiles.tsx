import type { auth } from '@larksong/contracts';
import { useId } from 'react';
import { Link } from 'react-router';

import { useTexts } from '../../../lib/texts.ts';
import { ListSign } from '../../../parts/list-sign.tsx';
import { Animal } from '../../../parts/nest/animal.tsx';
import { classOf } from '../addresses.ts';
import styles from './class-tiles.module.css';

/** How many animals stand for a class. */
const SHOWN = 5;

interface ClassTilesProps {
  classes: readonly auth.NestClass[];
  nests: readonly auth.Nest[];
}

/** The classes that a grown-up cares for, each with some of its animals. */
export function ClassTiles({ classes, nests }: ClassTilesProps) {
  const t = useTexts();
  const id = useId();
  const byId = new Map(nests.map((nest) => [nest.id, nest]));
  return (
    <section aria-labelledby={id} className={styles.classes}>
      <h2 id={id}>{t('children.classes')}</h2>
      <ul>
        {classes.map((one) => (
          <li key={one.id}>
            <Tile one={one} nests={one.nestIds.flatMap((nestId) => byId.get(nestId) ?? [])} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tile({ one, nests }: { one: auth.NestClass; nests: readonly auth.Nest[] }) {
  const t = useTexts();
  const { name, sharedWith } = one;
  return (
    <Link className={styles.tile} to={classOf(one.id)}>
      <ListSign list={one} isLarge />
      <span className={styles.words}>
        <strong dir="auto">{name}</strong>
        <small>{t('children.class-count', { count: one.nestIds.length })}</small>
        {sharedWith !== null && (
          <small>{t(one.isMine ? 'children.shared-with' : 'children.shared-by', { name: sharedWith })}</small>
        )}
      </span>
      <span className={styles.animals}>
        {nests.slice(0, SHOWN).map((nest) => (
          <Animal key={nest.id} face={nest} className={styles.animal} />
        ))}
      </span>
    </Link>
  );
}
