import type { auth } from '@larksong/contracts';
import { readArguments, WrongUse } from '@larksong/service-kit';

import { deleteAccountOf } from '../accounts/delete-account.ts';
import { planDeletion, undoDeletion } from '../accounts/plan-deletion.ts';
import { setAccountPassword } from '../accounts/set-password.ts';
import { changeAccount } from '../accounts/update-account.ts';
import type { Db, UserRow } from '../db/tables.ts';
import { createLink } from '../links/store.ts';
import { createMail } from '../mail-queue/store.ts';
import { linkTo } from '../mail/mail.ts';
import { createSecret, hashSecret } from '../secret-token.ts';
import { toGivenRole } from '../users/teacher.ts';
import {
  createHasher,
  getEnabledUser,
  getUser,
  record,
  toResult,
  type Command,
  type Context,
  type Result,
} from './command.ts';
import { toRole } from './create-user.ts';
import { readPassword } from './read-password.ts';

function readEmail(args: string[]): string {
  const { positionals } = readArguments(args, { options: {}, least: 1, most: 1 });
  return positionals[0] ?? '';
}

/** `users set-role EMAIL user|teacher|superadmin`. */
export const setRole: Command = (args) => {
  const { positionals } = readArguments(args, { options: {}, least: 2, most: 2 });
  const [email = '', roleName = ''] = positionals;
  const role = toRole(roleName);
  return async ({ db }) => {
    const user = await getUser(db, email);
    return change(db, user, WANTED[role], { isSo: toGivenRole(user) === role, state: ROLE_NAMES[role] });
  };
};

const WANTED = {
  user: { role: 'user', teacher: null },
  teacher: { role: 'user', teacher: {} },
  superadmin: { role: 'superadmin' },
} as const satisfies Record<auth.GivenRole, Parameters<typeof changeAccount>[2]>;

const ROLE_NAMES: Record<auth.GivenRole, string> = {
  user: 'an ordinary account',
  teacher: 'a teacher',
  superadmin: 'a superadmin',
};

/** `users disable EMAIL`. */
export const disableUser: Command = (args) => setDisabled(readEmail(args), true);

/** `users enable EMAIL`. */
export const enableUser: Command = (args) => setDisabled(readEmail(args), false);

function setDisabled(email: string, isDisabled: boolean): ReturnType<Command> {
  return async ({ db }) => {
    const user = await getUser(db, email);
    const isSo = (user.disabled_at !== null) === isDisabled;
    return change(db, user, { isDisabled }, { isSo, state: isDisabled ? 'disabled' : 'enabled' });
  };
}

async function change(
  db: Db,
  user: UserRow,
  wanted: Parameters<typeof changeAccount>[2],
  { isSo, state }: { isSo: boolean; state: string },
): Promise<Result> {
  if (isSo) return toResult(db, user.id, `${user.email} is ${state} already.`);
  await changeAccount(db, user.id, wanted, record);
  return toResult(db, user.id, `${user.email} is ${state} now.`);
}

/** `users delete EMAIL`. */
export const deleteUser: Command = (args) => {
  const options = {
    'keep-videos': { type: 'boolean' },
    'delete-videos': { type: 'boolean' },
    later: { type: 'boolean' },
  } as const;
  const { values, positionals } = readArguments(args, { options, least: 1, most: 1 });
  const deletesVideos = values['delete-videos'] === true;
  if (deletesVideos && values['keep-videos'])
    throw new WrongUse('Choose --keep-videos or --delete-videos, not both.');
  return async ({ db }) => {
    const user = await getUser(db, positionals[0] ?? '');
    if (values.later) return deleteLater(db, user, deletesVideos);
    await deleteAccountOf(db, user, { deletesVideos, record });
    const videos = deletesVideos
      ? 'Its uploaded videos will be deleted by the running site.'
      : 'Its uploaded videos stay, without a name.';
    const data = { id: user.id, email: user.email, deletesVideos };
    return { text: `The account ${user.email} was deleted. ${videos}`, data };
  };
};

async function deleteLater(db: Db, user: UserRow, deletesVideos: boolean): Promise<Result> {
  const account = await planDeletion(db, user.id, { by: null, deletesVideos, record });
  const day = (account.deletedFrom ?? '').slice(0, 10);
  const text = `The account ${user.email} is disabled and will be deleted on ${day}. A mail tells its owner. To keep it: users keep ${user.email}`;
  return toResult(db, user.id, text);
}

/** `users keep EMAIL`. */
export const keepUser: Command = (args) => {
  const email = readEmail(args);
  return async ({ db }) => {
    const user = await getUser(db, email);
    const account = await undoDeletion(db, user.id, record);
    const state = account.isDisabled ? 'It stays disabled.' : 'It can sign in again.';
    return toResult(db, user.id, `The account ${user.email} stays. ${state} A mail tells its owner.`);
  };
};

/** `users set-password EMAIL`. */
export const setPassword: Command = (args) => {
  const email = readEmail(args);
  return async ({ db }) => {
    const user = await getEnabledUser(db, email);
    const password = await readPassword(user.email);
    await setAccountPassword({ db, passwords: await createHasher() }, user, { password, record });
    const text = `The password of ${user.email} was changed. The account is signed out everywhere.`;
    return toResult(db, user.id, text);
  };
};

/** `users reset-password EMAIL`. */
export const resetPassword: Command = (args) => {
  const options = { 'show-link': { type: 'boolean' } } as const;
  const { values, positionals } = readArguments(args, { options, least: 1, most: 1 });
  return async (context) => {
    const user = await getEnabledUser(context.db, positionals[0] ?? '');
    return values['show-link'] ? showResetLink(context, user) : sendReset(context, user);
  };
};

/** The mail is sent by the running service. */
async function sendReset({ db }: Context, user: UserRow): Promise<Result> {
  await db.transaction().execute(async (trx) => {
    await createMail(trx, { kind: 'reset-password', email: user.email, isCounted: false });
    await record(trx, { action: 'account.send-reset', subject: { id: user.id, name: user.username } });
  });
  return toResult(db, user.id, `A mail to choose a new password is on its way to ${user.email}.`);
}

async function showResetLink({ db, config }: Context, user: UserRow): Promise<Result> {
  const token = createSecret();
  const lifetimeHours = config.RESET_LINK_HOURS;
  await db.transaction().execute(async (trx) => {
    const link = { tokenHash: hashSecret(token), userId: user.id, lifetimeHours };
    await createLink(trx, { ...link, purpose: 'reset-password' });
    await record(trx, { action: 'account.reset-link', subject: { id: user.id, name: user.username } });
  });
  const link = linkTo(config.PUBLIC_URL, 'reset-password', token);
  const text = `This link sets a new password for ${user.email}. It works once, for ${lifetimeHours} h:\n${link}`;
  return toResult(db, user.id, text, { link });
}
