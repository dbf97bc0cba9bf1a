/*
 * For operators: node services/auth/src/command.ts <command> [email]
 * Uses the database only, so auth need not be running.
 */
import {
  createDatabase,
  createLogger,
  migrateToLatest,
  CommandError,
  runCommand,
} from '@larksong/service-kit';
import { COMMAND_LINE, recordAs } from '@larksong/service-kit/audit';

import { normalizeEmail } from './accounts/account.ts';
import { listAccountRows } from './accounts/admin-store.ts';
import { findUserByEmail } from './accounts/store.ts';
import { changeAccount } from './accounts/update-account.ts';
import { readCommandConfig, type CommandConfig } from './config.ts';
import { migrations } from './db/migrations/index.ts';
import type { Db, Tables, UserRow } from './db/tables.ts';
import { rotateSigningKey } from './keys/signing-key.ts';
import { createLink } from './links/store.ts';
import { linkTo } from './mail/mail.ts';
import { createMail } from './mail/store.ts';
import { createSecret, hashSecret } from './secret-token.ts';

const USAGE = `Use one of these:
  promote <email>     make the account superadmin
  demote <email>      make the account an ordinary one
  list                show all accounts
  reset <email>       send the mail with a link to choose a new password
  reset-link <email>  show that link here, for somebody whom no mail reaches
  rotate-keys         make a new key that signs the access tokens
`;

const record = recordAs(COMMAND_LINE);

type Command = (context: { db: Db; config: CommandConfig; email: string }) => Promise<string>;

const COMMANDS: Record<string, { run: Command; needsEmail: boolean }> = {
  promote: { needsEmail: true, run: ({ db, email }) => changeRole(db, email, 'superadmin') },
  demote: { needsEmail: true, run: ({ db, email }) => changeRole(db, email, 'user') },
  list: { needsEmail: false, run: ({ db }) => list(db) },
  reset: { needsEmail: true, run: sendReset },
  'reset-link': { needsEmail: true, run: showResetLink },
  'rotate-keys': { needsEmail: false, run: rotateKeys },
};

async function getUser(db: Db, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, normalizeEmail(email));
  if (!user) throw new CommandError(`There is no account with the email ${email}.`);
  return user;
}

async function changeRole(db: Db, email: string, role: 'user' | 'superadmin'): Promise<string> {
  const user = await getUser(db, email);
  const what = role === 'superadmin' ? 'a superadmin' : 'an ordinary account';
  if (user.role === role) return `${user.email} is ${what} already.`;
  await changeAccount(db, user.id, { role }, record);
  return `${user.email} is ${what} now.`;
}

const PAGE_SIZE = 100;

async function list(db: Db): Promise<string> {
  const lines: string[] = [];
  let before: string | undefined;
  do {
    const rows = await listAccountRows(db, { limit: PAGE_SIZE, before });
    for (const row of rows) {
      const state = row.disabled_at ? 'disabled' : row.email_verified_at ? 'verified' : 'not verified';
      lines.push([row.email, row.username, row.role, state].join('\t'));
    }
    before = rows.length === PAGE_SIZE ? rows.at(-1)?.id : undefined;
  } while (before !== undefined);
  return lines.length === 0 ? 'There are no accounts yet.' : lines.join('\n');
}

async function getEnabledUser(db: Db, email: string): Promise<UserRow> {
  const user = await getUser(db, email);
  if (user.disabled_at) throw new CommandError(`The account ${user.email} is disabled.`);
  return user;
}

/** The mail is sent by the running service. */
async function sendReset({ db, email }: Parameters<Command>[0]): Promise<string> {
  const user = await getEnabledUser(db, email);
  await db.transaction().execute(async (trx) => {
    await createMail(trx, { kind: 'reset-password', email: user.email, isCounted: false });
    await record(trx, { action: 'account.send-reset', subject: { id: user.id, name: user.username } });
  });
  return `A mail to choose a new password is on its way to ${user.email}.`;
}

async function showResetLink({ db, config, email }: Parameters<Command>[0]): Promise<string> {
  const user = await getEnabledUser(db, email);
  const token = createSecret();
  const lifetimeHours = config.RESET_LINK_HOURS;
  await db.transaction().execute(async (trx) => {
    await createLink(trx, {
      tokenHash: hashSecret(token),
      userId: user.id,
      purpose: 'reset-password',
      lifetimeHours,
    });
    await record(trx, { action: 'account.reset-link', subject: { id: user.id, name: user.username } });
  });
  const link = linkTo(config.PUBLIC_URL, 'reset-password', token);
  return `This link sets a new password for ${user.email}. It works once, for ${lifetimeHours} h:\n${link}`;
}

async function rotateKeys({ db, config }: Parameters<Command>[0]): Promise<string> {
  const key = await rotateSigningKey(db, config.AUTH_SECRET, config.KEY_PUBLISH_SECONDS);
  const seconds = Math.ceil(key.activeInSeconds);
  return key.isNew
    ? `A new key is published. It will be used in ${seconds} s, when every service has fetched it. Nobody is signed out.`
    : `A new key is already published. It will be used in ${seconds} s.`;
}

async function main(args: string[]): Promise<string> {
  const [name = '', email = ''] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new CommandError(`${name === '' ? '' : `There is no command "${name}". `}${USAGE}`);
  if (command.needsEmail && email === '') throw new CommandError(`Please name an email: ${name} <email>`);
  const config = readCommandConfig();
  const logger = createLogger({ name: 'auth-command', level: 'silent' });
  const db = createDatabase<Tables>({ url: config.DATABASE_URL, logger, poolSize: 2 });
  try {
    await migrateToLatest({ url: config.DATABASE_URL, logger, migrations });
    return await command.run({ db, config, email });
  } finally {
    await db.destroy();
  }
}

await runCommand(main);
