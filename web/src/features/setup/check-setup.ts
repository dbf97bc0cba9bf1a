import { auth } from '@larksong/contracts';

import { meets, textRulesOf, type TextRules } from '../../parts/text-rules.ts';
import type { FieldErrors } from '../../parts/use-form.ts';
import { checkCredentials } from '../auth/credentials.ts';
import { explain } from '../../lib/server-sentences/texts.ts';

export interface SetupValues extends Record<string, string> {
  siteName: string;
  displayName: string;
  username: string;
  email: string;
  password: string;
  registration: string;
  visitors: string;
  language: string;
  publicUrl: string;
  storageFolder: string;
  mailHost: string;
  mailPort: string;
  mailUser: string;
  mailPassword: string;
  mailFrom: string;
}

const { publicUrl, storageFolder, siteName } = textRulesOf(auth.finishSetup.body.properties);
const mailRules = textRulesOf(auth.MailServer.properties);

/** Returns the errors to correct before the site is set up, in the order of the fields. */
export function checkSetup(values: SetupValues): FieldErrors<SetupValues> {
  return {
    ...errorOf('siteName', values.siteName.trim(), siteName),
    ...checkCredentials('register', values),
    ...errorOf('publicUrl', values.publicUrl.trim(), publicUrl),
    ...errorOf('storageFolder', values.storageFolder.trim(), storageFolder),
    ...(values.mailHost.trim() === '' ? {} : checkMail(values)),
  };
}

/** Returns the errors of the fields of the mail server. */
export function checkMail(values: SetupValues): FieldErrors<SetupValues> {
  const port = Number(values.mailPort);
  return {
    ...errorOf('mailHost', values.mailHost.trim(), mailRules.host),
    ...(Number.isInteger(port) && port >= 1 && port <= 65_535 ? {} : { mailPort: explain(mailRules.port) }),
    ...errorOf('mailFrom', values.mailFrom.trim(), mailRules.from),
  };
}

/** Returns the mail server of the form, or null if none was entered. */
export function toMailServer(values: SetupValues): auth.MailServer | null {
  if (values.mailHost.trim() === '') return null;
  return {
    host: values.mailHost.trim(),
    port: Number(values.mailPort),
    user: values.mailUser.trim(),
    password: values.mailPassword,
    from: values.mailFrom.trim(),
  };
}

/** Returns the message of a schema that a text does not meet, by the name of its field. */
export function errorOf(name: string, value: string, rules: TextRules): Record<string, string> {
  return meets(rules, value) ? {} : { [name]: explain(rules) };
}
