import { auth } from '@larksong/contracts';
import { AppError, CommandError, readArguments, WrongUse } from '@larksong/service-kit';

import { createAccountFor, type FirstAccess } from '../accounts/create-account.ts';
import { linkTo } from '../mail/mail.ts';
import { createSecret, hashSecret } from '../secret-token.ts';
import { normalizeEmail, normalizeUsername } from '../users/account.ts';
import { suggestUsername } from '../users/suggest-username.ts';
import { check, createHasher, record, toResult, type Command, type Context } from './command.ts';
import { readPassword } from './read-password.ts';

const OPTIONS = {
  role: { type: 'string', default: 'user' },
  name: { type: 'string' },
  'password-stdin': { type: 'boolean', default: false },
  'show-link': { type: 'boolean', default: false },
} as const;

/** `users create EMAIL`. */
export const createUser: Command = (args) => {
  const { values, positionals } = readArguments(args, { options: OPTIONS, least: 1, most: 1 });
  const email = check(auth.Email, normalizeEmail(positionals[0] ?? ''));
  const role = toRole(values.role);
  const name = values.name ?? suggestUsername(email);
  if (name === undefined)
    throw new WrongUse('No username can be made from this email. Choose one with --name.');
  if (values['password-stdin'] && values['show-link'])
    throw new WrongUse('Choose --password-stdin or --show-link, not both.');
  const username = check(auth.Username, normalizeUsername(name));
  return async (context) => {
    const { access, outcome, link } = await prepareAccess(context, {
      email,
      by: values['password-stdin'] ? 'password' : values['show-link'] ? 'link' : 'mail',
    });
    const passwords = await createHasher();
    const given = { email, username, role, access };
    const user = await createAccountFor({ ...context, passwords, record }, given).catch(
      suggestName(username),
    );
    const what = role === 'user' ? 'account' : role;
    const text = `The ${what} ${email} was created, with the username ${username}. ${outcome}`;
    return toResult(context.db, user.id, text, link === undefined ? {} : { link });
  };
};

async function prepareAccess(
  { config }: Context,
  { email, by }: { email: string; by: FirstAccess['by'] },
): Promise<{ access: FirstAccess; outcome: string; link?: string }> {
  const days = config.INVITATION_DAYS;
  const lifetime = `It works once, for ${days === 1 ? 'one day' : `${days} days`}`;
  switch (by) {
    case 'password':
      return {
        access: { by, password: await readPassword(email) },
        outcome: 'A mail to confirm the email is on its way.',
      };
    case 'mail':
      return {
        access: { by },
        outcome: `A mail with a link to choose a password is on its way. ${lifetime}.`,
      };
    case 'link': {
      const token = createSecret();
      const link = linkTo(config.PUBLIC_URL, 'welcome', token);
      return {
        access: { by, tokenHash: hashSecret(token), lifetimeHours: days * 24 },
        outcome: `This link sets the password. ${lifetime}:\n${link}`,
        link,
      };
    }
  }
}

/** Returns the role of this name. Throws `WrongUse` for other ones. */
export function toRole(text: string): auth.GivenRole {
  if (text !== 'user' && text !== 'teacher' && text !== 'superadmin')
    throw new WrongUse(`The role must be user, teacher or superadmin, not "${text}".`);
  return text;
}

function suggestName(username: string) {
  return (error: unknown): never => {
    if (error instanceof AppError && error.code === 'USERNAME_TAKEN')
      throw new CommandError(`The username ${username} is already taken. Choose another one with --name.`);
    throw error;
  };
}
