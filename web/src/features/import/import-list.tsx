import { useState } from 'react';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { ImportItem } from './import-item.tsx';
import { isWaiting, type Edit, type Item } from './items.ts';
import styles from './import-videos.module.css';

/** Rows shown at first, and added by each press of the button. */
const STEP = 100;

interface ImportListProps {
  items: readonly Item[];
  isLocked: boolean;
  onEdit: (key: string, edit: Edit) => void;
}

/** The videos of the import; those that need somebody come first, so that nobody has to look for them. */
export function ImportList({ items, isLocked, onEdit }: ImportListProps) {
  const t = useTexts();
  const [shown, setShown] = useState(STEP);
  const [first, setFirst] = useState<ReadonlySet<string>>(new Set());
  const needing = items.filter((item) => item.state.phase === 'failed' || isWaiting(item));
  // A row that is being corrected keeps its place.
  if (needing.some(({ key }) => !first.has(key)))
    setFirst(new Set([...first, ...needing.map(({ key }) => key)]));
  const sorted = [
    ...items.filter(({ key }) => first.has(key)),
    ...items.filter(({ key }) => !first.has(key)),
  ];
  return (
    <section aria-label={t('import.list')} className={styles.list}>
      <ul>
        {sorted.slice(0, shown).map((item) => (
          <ImportItem key={item.key} item={item} isLocked={isLocked} onEdit={onEdit} />
        ))}
      </ul>
      {sorted.length > shown && (
        <Button variant="plain" onClick={() => setShown(shown + STEP)}>
          {t('import.show-more', { count: Math.min(STEP, sorted.length - shown) })}
        </Button>
      )}
    </section>
  );
}
