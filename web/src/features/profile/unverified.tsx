import { useMutation } from '@tanstack/react-query';

import { Button } from '../../ui/button.tsx';
import { errorSentence } from '../../parts/error-sentence.ts';
import { Message } from '../../ui/message.tsx';
import { requestMail } from '../auth/mail-request.ts';

/** Says that the email is not verified, and can send the verification mail again. */
export function Unverified({ email }: { email: string }) {
  const request = useMutation({ mutationFn: () => requestMail('verification', email) });
  return (
    <div className="stack">
      <Message kind="warn">
        Your email is not verified yet. Please open the link in the mail we sent you.
      </Message>
      {request.isSuccess && <Message kind="good">{request.data}</Message>}
      {request.isError && <Message kind="bad">{errorSentence(request.error)}</Message>}
      <div className="row">
        <Button variant="plain" busy={request.isPending} onClick={() => request.mutate()}>
          Resend verification
        </Button>
      </div>
    </div>
  );
}
