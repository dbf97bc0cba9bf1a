import { auth } from '@larksong/contracts';
import { CommandError, readArguments } from '@larksong/service-kit';

import { describeServer } from '../mail/check-server.ts';
import { smtpServer } from '../mail/sender.ts';
import { tryMail } from '../mail/try-mail.ts';
import { createSiteSettings } from '../site-settings/read-settings.ts';
import { findSiteLanguages } from '../site-texts/language-store.ts';
import { findSiteName } from '../site-texts/store.ts';
import { check, type Command } from './command.ts';

/** `mail-test ADDRESS`. */
export const mailTest: Command = (args) => {
  const { positionals } = readArguments(args, { options: {}, least: 1, most: 1 });
  const to = check(auth.Email, positionals[0]?.trim());
  return async ({ db, config, note }) => {
    const settings = await createSiteSettings(db, config).readMail();
    const server = smtpServer(settings);
    if (!server)
      throw new CommandError(
        'No mail server is known here: without one, superadmins find the mails on the page Accounts. Set SMTP_URL, or SMTP_HOST and the others; if npm start has them, set them for this command too.',
      );
    const name = describeServer(server);
    note(`Sending a test mail over ${name} …`);
    const { default: language } = await findSiteLanguages(db);
    await tryMail(server, { to, siteName: await findSiteName(db), language, settings });
    return {
      text: `${name} accepted the test mail to ${to}. If it does not arrive, check the junk folder.`,
      data: { to, server: name },
    };
  };
};
