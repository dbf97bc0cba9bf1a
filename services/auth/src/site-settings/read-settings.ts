import type { auth } from '@larksong/contracts';

import type { Config } from '../config.ts';
import type { Db } from '../db/tables.ts';
import { deriveKey } from '../derive-key.ts';
import { smtpServer, type MailSettings } from '../mail/sender.ts';
import { findSiteSetting } from './store.ts';

/** Settings from the environment or, if missing there, from the page for the first start. */
export interface SiteSettings {
  key: Buffer;
  /** Whether the environment decides. */
  decided: { registration: boolean; mail: boolean };
  readRegistration: () => Promise<auth.Registration>;
  readMail: () => Promise<MailSettings>;
  hasMailServer: () => Promise<boolean>;
}

/** Returns the settings. Each call reads the database, since another process may have saved them. */
export function createSiteSettings(
  db: Db,
  config: MailSettings & Pick<Config, 'AUTH_SECRET' | 'REGISTRATION'>,
): SiteSettings {
  const key = deriveKey(config.AUTH_SECRET, 'site settings');
  const decided = { registration: config.REGISTRATION !== undefined, mail: smtpServer(config) !== undefined };
  const readMail = async (): Promise<MailSettings> => {
    const saved = decided.mail ? undefined : await findSiteSetting(db, key, 'mail');
    return saved ? { ...config, ...toMailSettings(saved) } : config;
  };
  return {
    key,
    decided,
    readRegistration: async () =>
      config.REGISTRATION ?? (await findSiteSetting(db, key, 'registration')) ?? 'open',
    readMail,
    hasMailServer: async () => smtpServer(await readMail()) !== undefined,
  };
}

/** Returns the settings for a mail server that was entered in the browser. */
export function toMailSettings({ host, port, user, password, from }: auth.MailServer) {
  return {
    SMTP_HOST: host,
    SMTP_PORT: port,
    ...(user === '' ? {} : { SMTP_USER: user, SMTP_PASSWORD: password }),
    MAIL_FROM: from,
  };
}
