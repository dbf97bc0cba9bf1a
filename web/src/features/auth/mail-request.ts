import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';

/** What a mail is asked for: a new password, or the verification of its address. */
export type MailKind = 'reset' | 'verification';

/** What is said when the server leaves it to us (specification section 8). */
const SENT: Record<MailKind, string> = {
  reset: 'If your account exists, a reset email has been sent.',
  verification: 'Verification email sent (if account exists).',
};

/** Asks the server to send a mail; gives the sentence to show, or throws an `ApiError`. */
export async function requestMail(kind: MailKind, email: string): Promise<string> {
  const endpoint = kind === 'reset' ? auth.forgotPassword : auth.resendVerification;
  const answer = await call(endpoint, { body: { email: email.trim() } });
  return answer.message ?? SENT[kind];
}
