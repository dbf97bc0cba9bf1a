import { text } from 'node:stream/consumers';

import { auth } from '@larksong/contracts';
import { ask, CommandError } from '@larksong/service-kit';
import { Value } from 'typebox/value';

/** Returns a new password: typed twice without being shown, or all of standard input without its last line break. */
export async function readPassword(email: string): Promise<string> {
  const password = process.stdin.isTTY ? await askTwice(email) : await readInput();
  if (!Value.Check(auth.Password, password))
    throw new CommandError('A password must have 8 to 128 characters.');
  return password;
}

async function askTwice(email: string): Promise<string> {
  const password = await ask(`New password of ${email}: `, { isSecret: true });
  if ((await ask('The same again: ', { isSecret: true })) !== password)
    throw new CommandError('The two passwords differ. Nothing was changed.');
  return password;
}

async function readInput(): Promise<string> {
  const given = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (given === '')
    throw new CommandError('There is no password on standard input. Type it on a terminal, or pass it on.');
  return given;
}
