import { useState, type ComponentProps, type ReactNode } from 'react';

import { useTexts } from '../lib/texts.ts';
import { Field } from './field.tsx';
import styles from './password-field.module.css';

interface PasswordFieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  autoComplete: 'current-password' | 'new-password';
  /** Props of the form for the input. */
  field: Pick<ComponentProps<'input'>, 'name' | 'value' | 'onChange'>;
}

/** A password field with a button that shows the typed text, since a mistake behind dots cannot be seen. */
export function PasswordField({ label, hint, error, autoComplete, field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const t = useTexts();
  // Text instead of an aria-label: only the field itself is labelled "password".
  const more = (content: ReactNode) => <span className="sr-only">{content}</span>;
  // Other languages do not write nouns with small letters, or have other rules for them.
  const named = { label: t.language === 'en' ? label.toLowerCase() : label, more };
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <span className={styles.password}>
          <input
            {...control}
            {...field}
            required
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
          />
          <button type="button" aria-controls={control.id} onClick={() => setShown(!isShown)}>
            {isShown ? t.rich('password.hide', named) : t.rich('password.show', named)}
          </button>
        </span>
      )}
    </Field>
  );
}
