import { auth, because } from '@larksong/contracts';
import { AppError, parseUuid, type Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { createMail } from '../mail-queue/store.ts';
import { findUser } from '../users/store.ts';
import { listAccountRows, toAccount } from './admin-store.ts';
import { planDeletion, undoDeletion } from './plan-deletion.ts';
import { changeAccount } from './update-account.ts';

interface AdminDeps {
  db: Db;
  outbox: { poke(): void };
}

/** Registers the calls with which superadmins manage all accounts. */
export function registerAdmin(register: Register, deps: AdminDeps): void {
  const { db, outbox } = deps;
  registerDeletions(register, deps);

  register(auth.listAccounts, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    const { limit } = query;
    if (query.cursor !== undefined && parseUuid(query.cursor) === undefined)
      throw new AppError('VALIDATION_FAILED', because('call.cursor-not-valid'));
    const rows = await listAccountRows(db, {
      limit: limit + 1,
      before: query.cursor,
      search: query.q?.trim(),
      role: query.role,
    });
    const accounts = rows.slice(0, limit).map(toAccount);
    return { data: { accounts, nextCursor: rows.length > limit ? (accounts.at(-1)?.id ?? null) : null } };
  });

  register(auth.updateAccount, async ({ params, body, viewer, record, request }) => {
    const account = await changeAccount(db, params.id, body, record);
    request.log.info({ by: viewer.id, userId: params.id, ...body }, 'an account was changed');
    return { message: 'The account was updated.', data: { account } };
  });

  register(auth.sendAccountReset, async ({ params, viewer, record, request }) => {
    const user = await findUser(db, params.id);
    if (!user) throw new AppError('USER_NOT_FOUND');
    if (user.disabled_at) throw new AppError('ACCOUNT_DISABLED', because('account.still-disabled'));
    const askedBy = viewer.id;
    await db.transaction().execute(async (trx) => {
      await createMail(trx, { kind: 'reset-password', email: user.email, askedBy, isCounted: false });
      await record(trx, { action: 'account.send-reset', subject: { id: user.id, name: user.username } });
    });
    outbox.poke();
    request.log.info({ by: askedBy, userId: user.id }, 'a reset mail was requested');
    return { message: 'The reset email is on its way.' };
  });
}

function registerDeletions(register: Register, { db, outbox }: AdminDeps): void {
  register(auth.planDeletion, async ({ params, body, viewer, record, request }) => {
    const deletesVideos = body.videos === 'delete';
    const account = await planDeletion(db, params.id, { by: viewer.id, deletesVideos, record });
    outbox.poke();
    request.log.info(
      { by: viewer.id, userId: params.id, deletesVideos },
      'the deletion of an account was planned',
    );
    return { message: 'The account will be deleted in seven days.', data: { account } };
  });

  register(auth.undoDeletion, async ({ params, viewer, record, request }) => {
    const account = await undoDeletion(db, params.id, record);
    outbox.poke();
    request.log.info({ by: viewer.id, userId: params.id }, 'the deletion of an account was undone');
    return { message: 'The account stays.', data: { account } };
  });
}
