import type { auth } from '@larksong/contracts';

import { useTexts } from '../../lib/texts.ts';
import { Field } from '../../ui/field.tsx';
import styles from './account-filters.module.css';

/** The contract rejects longer ones. */
const MAX_SEARCH_LENGTH = 100;

export const ROLES = ['user', 'teacher', 'superadmin'] as const satisfies auth.GivenRole[];

interface AccountFiltersProps {
  text: string;
  onType: (text: string) => void;
  /** Null for all roles. */
  role: auth.GivenRole | null;
  onRole: (role: auth.GivenRole | null) => void;
}

/** Selects accounts by text and role. */
export function AccountFilters({ text, onType, role, onRole }: AccountFiltersProps) {
  const t = useTexts();
  return (
    <div className={styles.filters}>
      <Field label={t('accounts.search')} hint={t('accounts.search-hint')}>
        {(control) => (
          <input
            {...control}
            type="search"
            name="q"
            autoComplete="off"
            maxLength={MAX_SEARCH_LENGTH}
            value={text}
            onChange={(event) => onType(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('accounts.show')}>
        {(control) => (
          <select
            {...control}
            name="role"
            value={role ?? ''}
            onChange={(event) => onRole(ROLES.find((one) => one === event.target.value) ?? null)}
          >
            <option value="">{t('accounts.role-all')}</option>
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {t(`accounts.role-${one}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
