import type { Language } from '@larksong/contracts';
import { createTexts } from '@larksong/languages';
import { AppError } from '@larksong/service-kit';

import { explainFailure } from './explain-failure.ts';
import { composeTrial } from './mail.ts';
import { createSmtpSender, senderOf, type MailSettings, type SmtpServer } from './sender.ts';

const textsIn = createTexts('mails');

/** Sends one message through a mail server. Throws MAIL_REFUSED with a sentence on what failed. */
export async function tryMail(
  server: SmtpServer,
  message: {
    to: string;
    siteName: string;
    language: Language;
    settings: Pick<MailSettings, 'MAIL_FROM' | 'PUBLIC_URL'>;
  },
): Promise<void> {
  const { to, siteName, language, settings } = message;
  const sender = createSmtpSender(server, senderOf(settings));
  const content = composeTrial({ siteName, publicUrl: settings.PUBLIC_URL }, textsIn(language));
  try {
    await sender.send({ to, siteName, ...content, tokenHash: null, lifetimeHours: 0 });
  } catch (cause) {
    throw new AppError('MAIL_REFUSED', { ...explainFailure(cause), cause });
  } finally {
    sender.close();
  }
}
