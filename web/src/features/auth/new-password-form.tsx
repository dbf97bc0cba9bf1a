import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import type { Form } from '../../parts/use-form.ts';

/** The field for a new password; `form` checks and sends it. */
export function NewPasswordForm({ form }: { form: Form<{ password: string }, unknown> }) {
  return (
    <form {...form.props} className="stack">
      <PasswordField
        label="New password"
        hint="8 to 128 characters, and neither your username nor your email"
        error={form.errors.password}
        autoComplete="new-password"
        field={form.field('password')}
      />
      <Button type="submit" busy={form.isBusy}>
        Change password
      </Button>
    </form>
  );
}
