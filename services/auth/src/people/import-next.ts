import { because, type Explanation } from '@larksong/contracts';
import { AppError, inTransaction } from '@larksong/service-kit';
import { recordAs, type RecordChange } from '@larksong/service-kit/audit';

import { createAccountIn } from '../accounts/create-account.ts';
import { NEW_TEACHER, updateAccountIn } from '../accounts/update-account.ts';
import { findAnnouncement } from '../announcement/store.ts';
import type { PeopleImportLine, PeopleImportRow } from '../db/people-tables.ts';
import type { Db, Trx } from '../db/tables.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { hasDueLine, lockDueLine, markDone } from '../people-imports/store.ts';
import { createSecret } from '../secret-token.ts';
import { usernameKey } from '../users/account.ts';
import { findUserByEmail, findUsernameKeys, lockSuperadmin } from '../users/store.ts';
import { suggestUsernames } from '../users/suggest-username.ts';
import { toGivenRole } from '../users/teacher.ts';

export type LineResult = NonNullable<PeopleImportLine['result']>;

interface ImportDeps {
  db: Db;
  passwords: Pick<PasswordHasher, 'hash'>;
  perMinute: number;
}

/**
 * Does the next line of the running import, in one transaction: the account, its mail and the mark that the line is done
 * are committed together, so that a restart continues and nobody is invited twice. Returns what became of the
 * line; undefined if none is due, or the site is read-only or too busy.
 */
export async function importNext(deps: ImportDeps): Promise<LineResult | undefined> {
  const { db, perMinute } = deps;
  if (!(await hasDueLine(db, perMinute)) || (await findAnnouncement(db))?.isReadOnly) return undefined;
  const passwordHash = await hashSecret(deps.passwords);
  if (passwordHash === undefined) return undefined;
  return inTransaction(db, async (trx) => {
    await lockSuperadmin(trx); // before the import, as whoever stops it
    const due = await lockDueLine(trx, perMinute);
    if (!due) return undefined;
    const outcome = await importLine(trx, due, passwordHash);
    await markDone(trx, due.line, { ...outcome, perMinute });
    return outcome.result;
  });
}

/** Returns the hash of a password that nobody knows; undefined if people who sign in come first. */
async function hashSecret(passwords: ImportDeps['passwords']): Promise<string | undefined> {
  try {
    return await passwords.hash(createSecret(), { network: 'none', isKnown: true });
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_BUSY') return undefined;
    throw error;
  }
}

interface Outcome {
  result: LineResult;
  explanation?: Explanation;
}

async function importLine(
  trx: Trx,
  { run, line }: { run: PeopleImportRow; line: PeopleImportLine },
  passwordHash: string,
): Promise<Outcome> {
  const record = recordAs(run.actor);
  const user = await findUserByEmail(trx, line.email);
  if (!user) return invite(trx, { run, line, passwordHash, record });
  // The table was checked a while ago.
  if (!line.is_teacher || user.disabled_at !== null || toGivenRole(user) !== 'user')
    return { result: 'unchanged' };
  await updateAccountIn(trx, user.id, { teacher: NEW_TEACHER }, record);
  return { result: 'promoted' };
}

async function invite(
  trx: Trx,
  given: { run: PeopleImportRow; line: PeopleImportLine; passwordHash: string; record: RecordChange },
): Promise<Outcome> {
  const { run, line, passwordHash, record } = given;
  const { email, display_name: displayName } = line;
  const username = await findFreeUsername(trx, line);
  if (username === undefined) {
    const values = { line: line.line, username: line.username };
    return { result: 'failed', explanation: because('people.username-taken', values) };
  }
  const role = line.is_teacher ? 'teacher' : 'user';
  const access = { by: 'mail' as const, askedBy: run.asked_by ?? undefined };
  await createAccountIn(trx, { email, username, displayName, role, passwordHash, access }, record);
  return { result: 'invited' };
}

/** Returns the username of a line, or another one if it was made of the email; undefined if it is taken. */
async function findFreeUsername(trx: Trx, line: PeopleImportLine): Promise<string | undefined> {
  const names = line.is_username_made ? [line.username, ...suggestUsernames(line.email)] : [line.username];
  const taken = await findUsernameKeys(trx, names.map(usernameKey));
  return names.find((name) => !taken.has(usernameKey(name)));
}
