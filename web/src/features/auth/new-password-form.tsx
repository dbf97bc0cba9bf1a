import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import type { Form } from '../../parts/use-form.ts';

/** The field for a new password; `form` checks and sends it. */
export function NewPasswordForm({ form }: { form: Form<{ password: string }, unknown> }) {
  const t = useTexts();
  return (
    <form {...form.props} className="stack">
      <PasswordField
        label={t('reset-password.password')}
        hint={t('reset-password.password-hint')}
        error={form.errors.password}
        autoComplete="new-password"
        field={form.field('password')}
      />
      <Button type="submit" busy={form.isBusy}>
        {t('reset-password.submit')}
      </Button>
    </form>
  );
}
