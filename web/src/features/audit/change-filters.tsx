import { AUDIT_ACTIONS, type AuditArea } from '@larksong/contracts';

import { useTexts } from '../../lib/texts.ts';
import { useSearchText } from '../../lib/use-search-text.ts';
import { Field } from '../../ui/field.tsx';
import type { Filters } from './filters.ts';
import { toActionName } from './values.ts';
import styles from './changes.module.css';

interface ChangeFiltersProps {
  area: AuditArea;
  filters: Filters;
  onChange: (name: keyof Filters, value: string) => void;
}

/** The fields that narrow the list down. */
export function ChangeFilters({ area, filters, onChange }: ChangeFiltersProps) {
  const t = useTexts();
  return (
    <div className={styles.filters}>
      <TextFilter
        label={t('audit.by-label')}
        maxLength={100}
        value={filters.person}
        onChange={(text) => onChange('person', text)}
      />
      <TextFilter
        label={t('audit.subject-label')}
        maxLength={200}
        value={filters.subject}
        onChange={(text) => onChange('subject', text)}
      />
      <ActionFilter area={area} value={filters.action} onChange={(action) => onChange('action', action)} />
      <DayFilter
        label={t('audit.from-label')}
        value={filters.from}
        onChange={(day) => onChange('from', day)}
      />
      <DayFilter
        label={t('audit.until-label')}
        value={filters.until}
        onChange={(day) => onChange('until', day)}
      />
    </div>
  );
}

interface ValueProps {
  value: string;
  onChange: (value: string) => void;
}

function ActionFilter({ area, value, onChange }: ValueProps & { area: AuditArea }) {
  const t = useTexts();
  return (
    <Field label={t('audit.action-label')}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t('audit.all-actions')}</option>
          {AUDIT_ACTIONS[area].map((action) => (
            <option key={action} value={action}>
              {toActionName(action)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface FilterProps extends ValueProps {
  label: string;
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
