import type { ReactNode } from 'react';

import { classNames } from '../../ui/class-names.ts';
import styles from './deciding.module.css';

interface SelectionBarProps {
  /** Says how many items are selected, or offers to select all. */
  label: string;
  /** How many items are selected. */
  count: number;
  total: number;
  /** Selects all items, or none. */
  onSelect: (isAll: boolean) => void;
  /** What can be done with the selected items. */
  children: ReactNode;
}

/** Selects many items of a list, and decides on them at once. */
export function SelectionBar({ label, count, total, onSelect, children }: SelectionBarProps) {
  return (
    <div className={styles.selection}>
      <label className={classNames('choice', styles.all)}>
        <input
          type="checkbox"
          name="all"
          checked={count === total}
          onChange={() => onSelect(count < total)}
        />
        <span>{label}</span>
      </label>
      {count > 0 && <div className="row">{children}</div>}
    </div>
  );
}
