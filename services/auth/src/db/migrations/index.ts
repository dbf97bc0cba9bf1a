import type { Migration } from 'kysely/migration';

import * as createAccounts from './0001-create-accounts.ts';
import * as addMailsAndLinks from './0002-add-mails-and-links.ts';
import * as addVideoMails from './0003-add-video-mails.ts';

export const migrations: Record<string, Migration> = {
  '0001-create-accounts': createAccounts,
  '0002-add-mails-and-links': addMailsAndLinks,
  '0003-add-video-mails': addVideoMails,
};
