import { ApiError, auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { useTexts } from '../../lib/texts.ts';
import { confirmation } from '../../parts/confirmation.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Message } from '../../ui/message.tsx';
import { only, useForm } from '../../parts/use-form.ts';
import { useAddressToken } from './address-token.ts';
import { checkNewPassword } from './credentials.ts';
import { LinkNotValid } from './link-not-valid.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { signOut } from './session.ts';
import { openSignIn } from './sign-in.tsx';

/** The page of a reset link: asks for the new password, then for signing in with it. */
export function ResetPassword() {
  const t = useTexts();
  const { token, forget } = useAddressToken('token');
  const form = useForm({
    defaults: { password: '' },
    check: ({ password }) => only('password', checkNewPassword(password)),
    send: async ({ password }) => (await call(auth.resetPassword, { body: { token, password } })).message,
    onSent: () => {
      forget();
      void signOut(); // the reset ended every session of the account
    },
  });
  const isDead = useIsDead(token);
  if (form.isSent)
    return (
      <EmptyState
        meadow
        level={1}
        title={confirmation(form.result, t('reset-password.done'))}
        action={<Button onClick={() => openSignIn()}>{t('reset-password.sign-in')}</Button>}
      />
    );
  const title = t('reset-password.title');
  if (token === '' || isDead || isUsedLink(form.error)) return <LinkNotValid title={title} kind="reset" />;
  return (
    <div className="panel">
      <h1>{title}</h1>
      {form.error && <Message kind="bad">{errorSentence(form.error)}</Message>}
      <NewPasswordForm form={form} />
    </div>
  );
}

/** Asks before anything is typed. A check that fails stays silent: sending the password tells. */
function useIsDead(token: string): boolean {
  const check = useCall(auth.checkResetLink, { body: { token } }, { enabled: token !== '', retry: false });
  return check.data?.isValid === false;
}

function isUsedLink(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'LINK_NOT_VALID';
}
