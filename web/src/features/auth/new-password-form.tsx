import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import type { Form } from '../../parts/use-form.ts';

/** The field for a new password; `form` checks and sends it. */
export function NewPasswordForm({ form }: { form: Form<{ password: string }, unknown> }) {
  return (
    <form {...form.props} className="stack">
      <Field label="New password" hint="8 to 128 characters" error={form.errors.password}>
        {(control) => (
          <input
            {...control}
            {...form.field('password')}
            type="password"
            autoComplete="new-password"
            required
          />
        )}
      </Field>
      <Button type="submit" busy={form.isBusy}>
        Change password
      </Button>
    </form>
  );
}
