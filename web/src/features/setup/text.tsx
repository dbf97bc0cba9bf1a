import type { ReactNode } from 'react';

import type { Form } from '../../parts/use-form.ts';
import { Field } from '../../ui/field.tsx';
import type { SetupValues } from './check-setup.ts';

export type SetupFormState = Form<SetupValues, unknown>;

interface TextProps<Values extends Record<string, string>> {
  form: Pick<Form<Values, unknown>, 'errors' | 'field'>;
  name: keyof Values & string;
  label: string;
  hint?: ReactNode;
  type?: 'text' | 'email' | 'url';
  complete?: string;
}

/** A line of text of the form. */
export function Text<Values extends Record<string, string>>({
  form,
  name,
  label,
  hint,
  type = 'text',
  complete = 'off',
}: TextProps<Values>) {
  return (
    <Field label={label} hint={hint} error={form.errors[name]}>
      {(control) => (
        <input
          {...control}
          {...form.field(name)}
          type={type}
          dir="auto"
          autoComplete={complete}
          autoCapitalize={type === 'text' ? undefined : 'none'}
        />
      )}
    </Field>
  );
}
