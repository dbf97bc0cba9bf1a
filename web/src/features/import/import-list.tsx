import { useState } from 'react';

import { Button } from '../../ui/button.tsx';
import { ImportItem } from './import-item.tsx';
import type { Edit, Item } from './items.ts';
import styles from './import-videos.module.css';

/** Rows shown at first, and added by each press of the button. */
const STEP = 100;

interface ImportListProps {
  items: readonly Item[];
  isLocked: boolean;
  onEdit: (key: string, edit: Edit) => void;
}

/** The videos of the import; failed ones come first, so that nobody has to look for them. */
export function ImportList({ items, isLocked, onEdit }: ImportListProps) {
  const [shown, setShown] = useState(STEP);
  const failed = items.filter(({ state }) => state.phase === 'failed');
  const sorted = [...failed, ...items.filter(({ state }) => state.phase !== 'failed')];
  return (
    <section aria-label="Videos" className={styles.list}>
      <ul>
        {sorted.slice(0, shown).map((item) => (
          <ImportItem key={item.key} item={item} isLocked={isLocked} onEdit={onEdit} />
        ))}
      </ul>
      {sorted.length > shown && (
        <Button variant="plain" onClick={() => setShown(shown + STEP)}>
          Show {Math.min(STEP, sorted.length - shown)} more
        </Button>
      )}
    </section>
  );
}
