import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import { findUser } from '../accounts/store.ts';
import type { Db } from '../db/tables.ts';
import { createVideoMail } from './store.ts';
import { mayGetVideoMail } from './video-mail.ts';

interface MailDeps {
  db: Db;
  outbox: { poke(): void };
}

/** Registers the call by which other services send mails. Accounts that must not get such mails are skipped silently. */
export function registerMails(register: Register, { db, outbox }: MailDeps): void {
  register(catalog.sendVideoMail, async ({ body }) => {
    const user = await findUser(db, body.userId);
    if (!user || !mayGetVideoMail(user)) return {};
    if (await createVideoMail(db, { ...body, email: user.email })) outbox.poke();
    return {};
  });
}
