import { CommandError, WrongUse } from '@larksong/service-kit';
import { COMMAND_LINE, recordAs } from '@larksong/service-kit/audit';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

import { findAccountRow, toAccount } from '../accounts/admin-store.ts';
import type { CommandConfig } from '../config.ts';
import type { Db, UserRow } from '../db/tables.ts';
import { createPasswordHasher, type PasswordHasher } from '../passwords/password-hasher.ts';
import { normalizeEmail } from '../users/account.ts';
import { findUserByEmail } from '../users/store.ts';

export interface Context {
  db: Db;
  config: CommandConfig;
  /** Prints a line about the progress, which is not part of the result. */
  note: (line: string) => void;
}

/** The outcome of a command, for people and for programs. */
export interface Result {
  text: string;
  data: unknown;
}

/** Reads its arguments and returns the work to do. Throws `WrongUse` before anything is done. */
export type Command = (args: string[]) => (context: Context) => Promise<Result>;

/** Records changes as made by the command line. */
export const record = recordAs(COMMAND_LINE);

/** Returns the account. Throws `CommandError` if it does not exist. */
export async function getUser(db: Db, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, normalizeEmail(email));
  if (!user) throw new CommandError(`There is no account with the email ${email}.`);
  return user;
}

/** Returns the account. Throws `CommandError` if it does not exist or is disabled. */
export async function getEnabledUser(db: Db, email: string): Promise<UserRow> {
  const user = await getUser(db, email);
  if (user.disabled_at)
    throw new CommandError(
      `The account ${user.email} is disabled. Enable it first: users enable ${user.email}`,
    );
  return user;
}

/** Returns the result of a change with the present state of the account. */
export async function toResult(db: Db, id: string, text: string, more: object = {}): Promise<Result> {
  const account = await findAccountRow(db, id);
  return { text, data: { account: account ? toAccount(account) : null, ...more } };
}

/** Returns a value that follows the schema of a call. Throws `WrongUse` with the sentence of the schema. */
export function check<S extends TSchema & { message?: string }>(schema: S, value: unknown): Static<S> {
  if (!Value.Check(schema, value)) throw new WrongUse(schema.message ?? `"${String(value)}" is not valid.`);
  return value;
}

/** Returns the hasher of a command, which has the processor for itself. */
export function createHasher(): Promise<PasswordHasher> {
  return createPasswordHasher({ atOnce: 1, waitMs: 60_000, waitingPerNetwork: 1 });
}
