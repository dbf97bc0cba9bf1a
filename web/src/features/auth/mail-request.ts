import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';

/** The purpose of a requested mail: a password reset, or the verification of its address. */
export type MailKind = 'reset' | 'verification';

/** Shown if the server sends no sentence (specification section 8). */
const SENT: Record<MailKind, string> = {
  reset: 'If your account exists, a reset email has been sent.',
  verification: 'Verification email sent (if account exists).',
};

/** Asks the server to send a mail. Returns the sentence to show; throws an `ApiError` if the call fails. */
export async function requestMail(kind: MailKind, email: string): Promise<string> {
  const endpoint = kind === 'reset' ? auth.forgotPassword : auth.resendVerification;
  const answer = await call(endpoint, { body: { email: email.trim() } });
  return answer.message ?? SENT[kind];
}
