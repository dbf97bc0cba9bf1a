import { auth } from '@larksong/contracts';
import { AppError, createRegister, signedIn, type Guards } from '@larksong/service-kit';
import type { FastifyPluginAsync } from 'fastify';

import { normalizeEmail } from '../accounts/account.ts';
import { findUserByEmail } from '../accounts/store.ts';
import { trimFields } from '../accounts/trim-fields.ts';
import type { Db } from '../db/tables.ts';
import { createMail } from '../mail/store.ts';
import { deleteInvitationById, listOpenInvitations, replaceInvitation, toInvitation } from './store.ts';

export interface InvitationRoutesOptions {
  db: Db;
  guards: Guards;
  outbox: { poke(): void };
  /** False where registration is closed: nobody could use an invitation. */
  canRegister: boolean;
  lifetimeDays: number;
}

export const invitationRoutes: FastifyPluginAsync<InvitationRoutesOptions> = async (app, options) => {
  const { db, guards, outbox } = options;
  const register = createRegister(app, guards);
  app.addHook('preValidation', async (request) => trimFields(request.body, ['email']));

  register(auth.createInvitation, async ({ body, viewer, request }) => {
    if (!options.canRegister) throw new AppError('REGISTRATION_CLOSED');
    const email = normalizeEmail(body.email);
    if (await findUserByEmail(db, email)) throw new AppError('EMAIL_TAKEN');
    const invitation = await db.transaction().execute(async (trx) => {
      const { lifetimeDays } = options;
      const invitedBy = signedIn(viewer).id;
      const made = await replaceInvitation(trx, {
        email,
        role: body.role ?? 'user',
        invitedBy,
        lifetimeDays,
      });
      await createMail(trx, { kind: 'invitation', email, isCounted: false });
      return made;
    });
    outbox.poke();
    request.log.info({ by: signedIn(viewer).id, role: invitation.role }, 'an invitation was made');
    return { message: 'The invitation is on its way.', data: { invitation: toInvitation(invitation) } };
  });

  register(auth.listInvitations, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return { data: { invitations: (await listOpenInvitations(db)).map(toInvitation) } };
  });

  register(auth.deleteInvitation, async ({ params }) => {
    if (!(await deleteInvitationById(db, params.id))) throw new AppError('INVITATION_NOT_FOUND');
    return { message: 'The invitation is taken back.' };
  });
};
