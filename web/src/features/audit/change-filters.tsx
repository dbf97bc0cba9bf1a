import { AUDIT_ACTIONS, type AuditArea } from '@larksong/contracts';

import { useSearchText } from '../../lib/use-search-text.ts';
import { Field } from '../../ui/field.tsx';
import type { Filters } from './filters.ts';
import styles from './changes.module.css';

interface ChangeFiltersProps {
  area: AuditArea;
  filters: Filters;
  onChange: (name: keyof Filters, value: string) => void;
}

/** The fields that narrow the list down. */
export function ChangeFilters({ area, filters, onChange }: ChangeFiltersProps) {
  return (
    <div className={styles.filters}>
      <TextFilter
        label="Changed by"
        maxLength={100}
        value={filters.person}
        onChange={(text) => onChange('person', text)}
      />
      <TextFilter
        label="What (name or number)"
        maxLength={200}
        value={filters.subject}
        onChange={(text) => onChange('subject', text)}
      />
      <Field label="Kind of change">
        {(control) => (
          <select
            {...control}
            value={filters.action}
            onChange={(event) => onChange('action', event.target.value)}
          >
            <option value="">All</option>
            {Object.entries(AUDIT_ACTIONS[area]).map(([action, label]) => (
              <option key={action} value={action}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <DayFilter label="From" value={filters.from} onChange={(day) => onChange('from', day)} />
      <DayFilter label="Until" value={filters.until} onChange={(day) => onChange('until', day)} />
    </div>
  );
}

interface FilterProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function TextFilter({ label, value, maxLength, onChange }: FilterProps & { maxLength: number }) {
  const { text, onType } = useSearchText(value, onChange);
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="search"
          dir="auto"
          autoComplete="off"
          maxLength={maxLength}
          value={text}
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  );
}

function DayFilter({ label, value, onChange }: FilterProps) {
  return (
    <Field label={label}>
      {(control) => (
        <input {...control} type="date" value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
