import type { auth } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

import { composeTrial } from '../mail/mail.ts';
import { createSmtpSender, smtpServer } from '../mail/sender.ts';
import { toMailSettings } from '../site-settings/read-settings.ts';

/** Sends one message through a mail server. Throws MAIL_REFUSED with the server's answer. */
export async function tryMail(
  server: auth.MailServer,
  message: { to: string; siteName: string; publicUrl: string },
): Promise<void> {
  const smtp = smtpServer(toMailSettings(server));
  if (!smtp) return;
  const sender = createSmtpSender(smtp, () => ({ name: message.siteName, address: server.from }));
  try {
    await sender.send({ ...message, ...composeTrial(message), tokenHash: null, lifetimeHours: 0 });
  } catch (error) {
    throw new AppError('MAIL_REFUSED', { message: describe(error) });
  } finally {
    sender.close();
  }
}

/** Sentences for what goes wrong most often; otherwise the server's own words. */
function describe(error: unknown): string {
  const { code, response } = error as { code?: unknown; response?: unknown }; // nodemailer's errors have them
  if (code === 'EAUTH') return 'The mail server does not accept this user name and password.';
  if (code === 'EDNS') return 'There is no mail server of this name.';
  if (code === 'ETIMEDOUT' || code === 'ESOCKET' || code === 'ECONNECTION')
    return 'The mail server does not answer at this name and port.';
  const words = typeof response === 'string' ? response.replaceAll(/\s+/g, ' ').slice(0, 200) : undefined;
  return words ? `The mail server answered: ${words}` : 'The mail server did not accept the message.';
}
