import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { createRemovalMail, createWaitingMails } from '../mail-queue/comment-store.ts';
import { createVideoMail } from '../mail-queue/video-store.ts';
import { findUser } from '../users/store.ts';
import { mayGetVideoMail } from './video-mail.ts';

/** Registers the calls by which catalog reports outcomes and what happens to comments. Accounts that must not get such mails are skipped silently. */
export function registerMails(register: Register, { db }: { db: Db }): void {
  register(catalog.sendVideoMail, async ({ body }) => {
    const user = await findUser(db, body.userId);
    if (!user || !mayGetVideoMail(user)) return {};
    await createVideoMail(db, body); // the outbox gathers it
    return {};
  });

  register(catalog.sendCommentsWaiting, async ({ body }) => {
    await createWaitingMails(db, body);
    return {};
  });

  register(catalog.sendCommentRemoved, async ({ body }) => {
    await createRemovalMail(db, body);
    return {};
  });
}
