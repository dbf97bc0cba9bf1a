import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';
import { text, useTexts } from '../../lib/texts.ts';
import { confirmation } from '../../parts/confirmation.ts';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Field } from '../../ui/field.tsx';
import { Message } from '../../ui/message.tsx';
import { only, useForm } from '../../parts/use-form.ts';
import { checkEmail } from '../auth/credentials.ts';
import styles from './invite-form.module.css';

interface Invited {
  email: string;
  role: auth.GivenRole;
}

const DEFAULTS: Invited = { email: '', role: 'user' };

export function InviteForm() {
  const t = useTexts();
  const form = useForm({
    defaults: DEFAULTS,
    check: ({ email }) => only('email', checkEmail(email)),
    send: invite,
    onSent: (_, { clear }) => {
      clear('email');
      void invalidate(auth.listInvitations);
    },
  });
  return (
    <form {...form.props} className="stack">
      {form.isSent && <Message kind="good">{form.result}</Message>}
      {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      <div className={styles.columns}>
        <Field label={t('invite.email')} error={form.errors.email}>
          {(control) => (
            <input {...control} {...form.field('email')} type="email" autoComplete="off" required />
          )}
        </Field>
        <Field label={t('invite.role')}>
          {(control) => (
            <select {...control} {...form.field('role')}>
              <option value="user">{t('role.user')}</option>
              <option value="teacher">{t('role.teacher')}</option>
              <option value="superadmin">{t('role.superadmin')}</option>
            </select>
          )}
        </Field>
      </div>
      <div className="row">
        <Button type="submit" busy={form.isBusy}>
          {t('invite.submit')}
        </Button>
      </div>
    </form>
  );
}

/** Sends an invitation and returns the sentence that confirms it. */
async function invite({ email, role }: Invited): Promise<string> {
  const address = email.trim();
  const { message } = await call(auth.createInvitation, { body: { email: address, role } });
  return confirmation(message, text('invite.sent', { email: address }));
}
