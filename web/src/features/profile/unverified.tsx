import { useMutation } from '@tanstack/react-query';

import { useTexts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Message } from '../../ui/message.tsx';
import { requestMail } from '../auth/mail-request.ts';

/** Says that the email is not verified, and can send the verification mail again. */
export function Unverified({ email }: { email: string }) {
  const t = useTexts();
  const request = useMutation({ mutationFn: () => requestMail('verification', email) });
  return (
    <div className="stack">
      <Message kind="warn">{t('profile.unverified')}</Message>
      {request.isSuccess && <Message kind="good">{request.data}</Message>}
      {request.isError && <Message kind="bad">{errorSentence(request.error)}</Message>}
      <div className="row">
        <Button variant="plain" busy={request.isPending} onClick={() => request.mutate()}>
          {t('profile.resend-verification')}
        </Button>
      </div>
    </div>
  );
}
