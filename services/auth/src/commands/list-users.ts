import type { auth } from '@larksong/contracts';
import { readArguments } from '@larksong/service-kit';

import { listAccountRows, toAccount } from '../accounts/admin-store.ts';
import type { Db } from '../db/tables.ts';
import type { Command } from './command.ts';

const PAGE_SIZE = 100;

/** `users list`. */
export const listUsers: Command = (args) => {
  readArguments(args, { options: {}, least: 0, most: 0 });
  return async ({ db }) => {
    const accounts = await listAccounts(db);
    const text = accounts.length === 0 ? 'There are no accounts yet.' : accounts.map(toLine).join('\n');
    return { text, data: accounts };
  };
};

async function listAccounts(db: Db): Promise<auth.Account[]> {
  const accounts: auth.Account[] = [];
  let before: string | undefined;
  do {
    const rows = await listAccountRows(db, { limit: PAGE_SIZE, before });
    accounts.push(...rows.map(toAccount));
    before = rows.length === PAGE_SIZE ? rows.at(-1)?.id : undefined;
  } while (before !== undefined);
  return accounts;
}

function toLine(account: auth.Account): string {
  const { email, username, role, teacher } = account;
  return [email, username, teacher ? 'teacher' : role, toState(account)].join('\t');
}

function toState({ deletedFrom, isDisabled, emailVerified }: auth.Account): string {
  if (deletedFrom) return `deleted on ${deletedFrom.slice(0, 10)}`;
  if (isDisabled) return 'disabled';
  return emailVerified ? 'verified' : 'not verified';
}
