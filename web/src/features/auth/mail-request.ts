import { auth } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { text } from '../../lib/texts.ts';
import { confirmation } from '../../parts/confirmation.ts';

/** The purpose of a requested mail: a password reset, or the verification of its address. */
export type MailKind = 'reset' | 'verification';

/** Asks the server to send a mail. Returns the sentence to show; throws an `ApiError` if the call fails. */
export async function requestMail(kind: MailKind, email: string): Promise<string> {
  const endpoint = kind === 'reset' ? auth.forgotPassword : auth.resendVerification;
  const answer = await call(endpoint, { body: { email: email.trim() } });
  return confirmation(answer.message, text(`mail-request.sent.${kind}`));
}
