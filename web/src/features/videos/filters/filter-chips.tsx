import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';

import { toReadingKey } from '../../../lib/direction.ts';
import { useTexts } from '../../../lib/texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { ChipFace, toChipProps } from '../../../parts/chip-face.tsx';
import { isSameFilter, isTag, toFilterText, type Chip, type VideoFilter } from './filters.ts';
import styles from './filter-chips.module.css';

interface FilterChipsProps {
  chips: readonly Chip[];
  /** Null if no list is shown. */
  chosen: VideoFilter | null;
  onChoose: (filter: VideoFilter) => void;
  /** On one scrolling line in large windows, too. */
  isOneLine?: boolean;
}

/** The chips, each a stop for Tab; arrows, Home and End lead along them, too. */
export function FilterChips({ chips, chosen, onChoose, isOneLine = false }: FilterChipsProps) {
  const t = useTexts();
  const row = useRef<HTMLFieldSetElement>(null);
  const at = chips.findIndex(({ filter }) => chosen !== null && isSameFilter(filter, chosen));
  const layout = chips.map(({ label, picture }) => `${label} ${picture !== null}`).join();
  // The selected chip may be outside a scrolling row; this reveals it without scrolling the page.
  useLayoutEffect(() => {
    if (row.current && layout !== '') showChild(row.current, at);
  }, [at, layout]);
  useEffect(() => {
    if (!row.current) return undefined;
    const observer = new ResizeObserver(([entry]) => entry && showChild(entry.target, at));
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [at]);
  return (
    <fieldset
      ref={row}
      className={classNames('chips', styles.row, !isOneLine && styles.wraps)}
      aria-label={t('filter.title')}
    >
      {chips.map(({ label, filter, ...look }, index) => (
        <button
          key={toFilterText(filter) ?? 'all'}
          type="button"
          {...toChipProps(look)}
          dir="auto"
          // The label may be cut short.
          title={isTag(filter) ? label : undefined}
          aria-pressed={index === at}
          onClick={() => onChoose(filter)}
          onKeyDown={(event) => moveFocus(event, index)}
        >
          <ChipFace label={label} picture={look.picture} />
        </button>
      ))}
    </fieldset>
  );
}

function showChild(row: Element, at: number): void {
  const child = row.children[at]?.getBoundingClientRect();
  if (!child || row.scrollWidth <= row.clientWidth) return;
  const frame = row.getBoundingClientRect();
  row.scrollLeft += child.left + child.width / 2 - (frame.left + frame.width / 2);
}

function moveFocus(event: KeyboardEvent<HTMLElement>, at: number): void {
  const chips = event.currentTarget.parentElement?.querySelectorAll('button') ?? [];
  const next = findNext(toReadingKey(event.key), at, chips.length);
  if (next === undefined) return;
  event.preventDefault(); // the row would scroll as well
  chips[next]?.focus();
}

function findNext(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return Math.min(at + 1, count - 1);
  if (key === 'ArrowLeft') return Math.max(at - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
