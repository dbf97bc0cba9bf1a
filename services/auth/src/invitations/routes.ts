import { auth } from '@larksong/contracts';
import { AppError, type Handler, type Register } from '@larksong/service-kit';
import type { RecordChange } from '@larksong/service-kit/audit';

import type { Db } from '../db/tables.ts';
import { createMail } from '../mail-queue/store.ts';
import { normalizeEmail } from '../users/account.ts';
import { findUserByEmail } from '../users/store.ts';
import { toGivenRole } from '../users/teacher.ts';
import { trimFields } from '../users/trim-fields.ts';
import { deleteInvitationById, listOpenInvitations, replaceInvitation, toInvitation } from './store.ts';

interface InvitationDeps {
  db: Db;
  outbox: { poke(): void };
  readRegistration: () => Promise<auth.Registration>;
  /** Lifetime of an invitation. */
  invitationDays: number;
}

/** Registers the calls with which superadmins invite people. */
export function registerInvitations(register: Register, deps: InvitationDeps): void {
  const { db, outbox } = deps;

  const invite: Handler<typeof auth.createInvitation> = async ({ body, viewer, record, request }) => {
    if ((await deps.readRegistration()) === 'closed') throw new AppError('REGISTRATION_CLOSED');
    const email = normalizeEmail(body.email);
    if (await findUserByEmail(db, email)) throw new AppError('EMAIL_TAKEN');
    const { invitationDays: lifetimeDays } = deps;
    const wanted = { email, role: body.role ?? ('user' as const), invitedBy: viewer.id, lifetimeDays };
    const invitation = await createInvitation(db, wanted, record);
    outbox.poke();
    request.log.info({ by: viewer.id, role: wanted.role }, 'an invitation was created');
    return { message: 'The invitation is on its way.', data: { invitation: toInvitation(invitation) } };
  };
  register(auth.createInvitation, invite, { prepareBody: (body) => trimFields(body, ['email']) });

  register(auth.listInvitations, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return { data: { invitations: (await listOpenInvitations(db)).map(toInvitation) } };
  });

  register(auth.deleteInvitation, async ({ params, record }) => {
    await db.transaction().execute(async (trx) => {
      const deleted = await deleteInvitationById(trx, params.id);
      if (!deleted) throw new AppError('INVITATION_NOT_FOUND');
      const { id, email } = deleted;
      const before = { role: toGivenRole(deleted) };
      await record(trx, { action: 'invitation.delete', subject: { id, name: email }, before });
    });
    return { message: 'The invitation was revoked.' };
  });
}

/** Creates an invitation and its mail. */
async function createInvitation(
  db: Db,
  invitation: Parameters<typeof replaceInvitation>[1],
  record: RecordChange,
): ReturnType<typeof replaceInvitation> {
  return db.transaction().execute(async (trx) => {
    const { email } = invitation;
    const made = await replaceInvitation(trx, invitation);
    await createMail(trx, { kind: 'invitation', email, isCounted: false });
    await record(trx, {
      action: 'invitation.create',
      subject: { id: made.id, name: email },
      after: { role: invitation.role },
    });
    return made;
  });
}
