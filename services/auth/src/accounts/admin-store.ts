import type { auth } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Db, Trx, UserRow } from '../db/tables.ts';
import { isConfirmed, toUser } from '../users/account.ts';
import { toRoleColumns } from '../users/teacher.ts';

interface AccountRow extends UserRow {
  seenAt: Date | null;
  /** Null unless its deletion is planned. */
  deletedFrom: Date | null;
}

/** Selects accounts with the latest use of any session, including deleted ones, and their planned deletion. */
function selectAccounts(db: Db) {
  return db
    .selectFrom('users')
    .selectAll('users')
    .select((eb) =>
      sql<Date | null>`greatest(users.last_seen_at, ${eb
        .selectFrom('sessions')
        .select((inner) => inner.fn.max('last_used_at').as('at'))
        .whereRef('sessions.user_id', '=', 'users.id')})`.as('seenAt'),
    )
    .select((eb) =>
      eb
        .selectFrom('account_deletions')
        .select('due_at')
        .whereRef('account_deletions.user_id', '=', 'users.id')
        .where('users.disabled_at', 'is not', null)
        .as('deletedFrom'),
    );
}

/** Returns accounts with ids below `before`, newest first (ids are ordered by time); `search` is plain text. */
export async function listAccountRows(
  db: Db,
  page: {
    limit: number;
    before?: string | undefined;
    search?: string | undefined;
    role?: auth.GivenRole | undefined;
  },
): Promise<AccountRow[]> {
  const { before, search, role } = page;
  const pattern = `%${(search ?? '').replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return selectAccounts(db)
    .$if(before !== undefined, (query) => query.where('users.id', '<', before ?? ''))
    .$if(role !== undefined, (query) => {
      const columns = toRoleColumns(role ?? 'user');
      const ofRole = query.where('users.role', '=', columns.role);
      return columns.role === 'superadmin'
        ? ofRole
        : ofRole.where('users.is_teacher', '=', columns.is_teacher);
    })
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

/** Returns whether an account, other than that of `exceptId`, is an enabled superadmin. */
export async function hasSuperadmin(trx: Trx, exceptId?: string): Promise<boolean> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'superadmin')
    .where('disabled_at', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Updates the role and state of an account. An account that is already disabled keeps the date. */
export async function updateAccountRow(
  trx: Trx,
  id: string,
  change: { role: auth.Role; teacher: auth.Teacher | null; isDisabled: boolean; isConfirmed: boolean },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      role: change.role,
      is_teacher: change.teacher !== null,
      teacher_is_trusted: change.teacher?.isTrusted ?? false,
      teacher_edits_letters: change.teacher?.editsLetters ?? false,
      teacher_quota_bytes: change.teacher?.quotaBytes ?? null,
      confirmed_at: change.isConfirmed ? sql<Date>`coalesce(confirmed_at, now())` : null,
      disabled_at: change.isDisabled ? sql<Date>`coalesce(disabled_at, now())` : null,
    })
    .where('id', '=', id)
    .execute();
}

/** Maps an account to the contract's view for superadmins. */
export function toAccount(row: AccountRow): auth.Account {
  return {
    ...toUser(row),
    isConfirmed: isConfirmed(row),
    isDisabled: row.disabled_at !== null,
    lastSeenAt: row.seenAt?.toISOString() ?? null,
    deletedFrom: row.deletedFrom?.toISOString() ?? null,
  };
}
