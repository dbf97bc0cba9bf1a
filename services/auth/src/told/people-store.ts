import type { Db, Trx } from '../db/tables.ts';

/** Returns the enabled superadmins with their emails, the oldest account first. */
export async function listSuperadminMails(trx: Trx): Promise<{ id: string; email: string }[]> {
  return trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'superadmin')
    .where('disabled_at', 'is', null)
    .orderBy('created_at')
    .execute();
}

/** Returns usernames by the ids of their accounts; deleted accounts are missing. */
export async function readUsernames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const users = await db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute();
  return new Map(users.map(({ id, username }) => [id, username]));
}
