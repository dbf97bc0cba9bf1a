import { auth } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { listInvitationsFor } from '../nests/invitation-store.ts';
import { acceptInvitation, declineInvitation } from './share.ts';

/** Registers the calls about invitations to share nests and classes, for those who are invited. */
export function registerNestInvitations(register: Register, { db }: { db: Db }): void {
  register(auth.listNestInvitations, async ({ viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const rows = await listInvitationsFor(db, viewer.id);
    return { data: { invitations: rows.map((row) => ({ ...row, madeAt: row.madeAt.toISOString() })) } };
  });

  register(auth.acceptNestInvitation, async ({ params, viewer, record }) => {
    await acceptInvitation(db, { userId: viewer.id, id: params.id, record });
    return { message: 'The invitation was accepted.' };
  });

  register(auth.declineNestInvitation, async ({ params, viewer }) => {
    await declineInvitation(db, viewer.id, params.id);
    return { message: 'The invitation was declined.' };
  });
}
