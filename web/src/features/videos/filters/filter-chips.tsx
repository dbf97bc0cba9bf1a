import { useLayoutEffect, useRef } from 'react';

import { classNames } from '../../../ui/class-names.ts';
import { isSameFilter, toFilterText, type Chip, type VideoFilter } from './filters.ts';
import styles from './filter-chips.module.css';

interface FilterChipsProps {
  chips: readonly Chip[];
  /** Null if no list is shown. */
  chosen: VideoFilter | null;
  onChoose: (filter: VideoFilter) => void;
  /** On one scrolling line at any width. */
  isOneLine?: boolean;
}

export function FilterChips({ chips, chosen, onChoose, isOneLine = false }: FilterChipsProps) {
  const row = useRef<HTMLFieldSetElement>(null);
  const at = chips.findIndex(({ filter }) => chosen !== null && isSameFilter(filter, chosen));
  // The selected chip may be outside a scrolling row; this reveals it without scrolling the page.
  useLayoutEffect(() => {
    if (row.current) showChild(row.current, at);
  }, [at]);
  return (
    <fieldset
      ref={row}
      className={classNames('chips scroll', styles.fading, isOneLine && 'one-line')}
      aria-label="Filter"
    >
      {chips.map(({ label, filter }, index) => (
        <button
          key={toFilterText(filter) ?? 'all'}
          type="button"
          className="chip"
          dir="auto"
          aria-pressed={index === at}
          onClick={() => onChoose(filter)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function showChild(row: HTMLElement, at: number): void {
  const child = row.children[at]?.getBoundingClientRect();
  if (!child || row.scrollWidth <= row.clientWidth) return;
  const frame = row.getBoundingClientRect();
  row.scrollLeft += child.left + child.width / 2 - (frame.left + frame.width / 2);
}
