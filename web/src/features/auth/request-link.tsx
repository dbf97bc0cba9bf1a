import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { only, useForm } from '../../parts/use-form.ts';
import { checkEmail } from './credentials.ts';
import { requestMail, type MailKind } from './mail-request.ts';
import { useSession } from './session.ts';

/** A form for the email address that a new link is sent to. */
export function RequestLink({ kind }: { kind: MailKind }) {
  const t = useTexts();
  const { user } = useSession();
  const form = useForm({
    defaults: { email: user?.email ?? '' },
    check: ({ email }) => only('email', checkEmail(email)),
    send: ({ email }) => requestMail(kind, email),
  });
  return (
    <form {...form.props} className="stack">
      {form.isSent && <Message kind="good">{form.result}</Message>}
      {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      <Field label={t('request-link.email')} error={form.errors.email}>
        {(control) => (
          <input {...control} {...form.field('email')} type="email" autoComplete="email" required />
        )}
      </Field>
      <Button type="submit" busy={form.isBusy}>
        {t(`request-link.send.${kind}`)}
      </Button>
    </form>
  );
}
