import { catalog } from '@larksong/contracts';
import { createRegister, type Guards } from '@larksong/service-kit';
import type { FastifyPluginAsync } from 'fastify';

import { findUser } from '../accounts/store.ts';
import type { Db } from '../db/tables.ts';
import { createVideoMail } from './store.ts';
import { mayGetVideoMail } from './video-mail.ts';

export interface MailRoutesOptions {
  db: Db;
  outbox: { poke(): void };
  guards: Guards;
}

/** What the other services have mailed. Whoever gets no such mail is passed over without a word. */
export const mailRoutes: FastifyPluginAsync<MailRoutesOptions> = async (app, { db, outbox, guards }) => {
  const register = createRegister(app, guards);

  register(catalog.sendVideoMail, async ({ body }) => {
    const user = await findUser(db, body.userId);
    if (!user || !mayGetVideoMail(user)) return {};
    if (await createVideoMail(db, { ...body, email: user.email })) outbox.poke();
    return {};
  });
};
