import type { auth } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, Trx, UserRow } from '../db/tables.ts';
import { toUser } from './account.ts';

interface AccountRow extends UserRow {
  seenAt: Date | null;
}

/** With the latest use of any session, whether it was swept since or not. */
function selectAccounts(db: Db) {
  return db
    .selectFrom('users')
    .selectAll('users')
    .select((eb) =>
      sql<Date | null>`greatest(users.last_seen_at, ${eb
        .selectFrom('sessions')
        .select((inner) => inner.fn.max('last_used_at').as('at'))
        .whereRef('sessions.user_id', '=', 'users.id')})`.as('seenAt'),
    );
}

/** Accounts from the newest (ids are in the order of time), below the id `before`; `search` is plain text. */
export async function listAccountRows(
  db: Db,
  page: { limit: number; before?: string | undefined; search?: string | undefined },
): Promise<AccountRow[]> {
  const { before, search } = page;
  const pattern = `%${(search ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return selectAccounts(db)
    .$if(before !== undefined, (query) => query.where('users.id', '<', before ?? ''))
    .$if(search !== undefined && search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          eb('users.email', 'ilike', pattern),
          eb('users.username', 'ilike', pattern),
          eb('users.display_name', 'ilike', pattern),
          eb(sql<string>`users.id::text`, '=', (search ?? '').toLowerCase()),
        ]),
      ),
    )
    .orderBy('users.id', 'desc')
    .limit(page.limit)
    .execute();
}

/** Returns an account with the latest use of its sessions, or undefined. */
export async function findAccountRow(db: Db, id: string): Promise<AccountRow | undefined> {
  return selectAccounts(db).where('users.id', '=', id).executeTakeFirst();
}

/** Whether an account other than this one is a superadmin that can sign in. */
export async function hasOtherSuperadmin(trx: Trx, id: string): Promise<boolean> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'superadmin')
    .where('disabled_at', 'is', null)
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Sets role and state of an account; one that is disabled already keeps its date. */
export async function updateAccountRow(
  trx: Trx,
  id: string,
  change: { role: auth.Role; isDisabled: boolean },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      role: change.role,
      disabled_at: change.isDisabled ? sql<Date>`coalesce(disabled_at, now())` : null,
    })
    .where('id', '=', id)
    .execute();
}

/** Maps an account to what superadmins see of it. */
export function toAccount(row: AccountRow): auth.Account {
  return {
    ...toUser(row),
    isDisabled: row.disabled_at !== null,
    lastSeenAt: row.seenAt?.toISOString() ?? null,
  };
}
