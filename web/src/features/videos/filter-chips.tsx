import { classNames } from '../../ui/class-names.ts';
import { isSameFilter, toFilterText, type Chip, type VideoFilter } from './filters.ts';

interface FilterChipsProps {
  chips: readonly Chip[];
  /** Null where no list is shown. */
  chosen: VideoFilter | null;
  onChoose: (filter: VideoFilter) => void;
  /** On one line that scrolls, at any width. */
  isOneLine?: boolean;
}

export function FilterChips({ chips, chosen, onChoose, isOneLine = false }: FilterChipsProps) {
  return (
    <fieldset className={classNames('chips scroll', isOneLine && 'one-line')} aria-label="Filter">
      {chips.map(({ label, filter }) => (
        <button
          key={toFilterText(filter) ?? 'all'}
          type="button"
          className="chip"
          aria-pressed={chosen !== null && isSameFilter(filter, chosen)}
          onClick={() => onChoose(filter)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
