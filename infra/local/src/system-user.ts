import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import { Problem } from './problem.ts';

const run = promisify(execFile);

export interface SystemUser {
  uid: number;
  gid: number;
}

/**
 * The user as which Postgres must run, since it refuses to run as root: `postgres`, made when it is missing.
 * Undefined when this process is not root, and everything runs as the person who started it.
 */
export async function findServerUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const user = await findOrCreateUser('postgres');
  if (user === undefined)
    throw new Problem(
      'Postgres does not run as root, and the user "postgres" could not be made. Start Larksong as an ordinary user.',
    );
  return user;
}

/** A user of the system by name, made when it is missing; undefined when that does not work. Root alone can. */
export async function findOrCreateUser(name: string): Promise<SystemUser | undefined> {
  const found = await findUser(name);
  if (found !== undefined) return found;
  await createUser(name);
  return findUser(name);
}

async function findUser(name: string): Promise<SystemUser | undefined> {
  const lines = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = lines
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':');
  if (fields?.[2] === undefined || fields[3] === undefined) return undefined;
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}

async function createUser(name: string): Promise<void> {
  const ways: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name]],
    ['adduser', ['-S', '-D', '-H', name]], // BusyBox
  ];
  for (const [command, args] of ways) {
    const isMade = await run(command, args).then(
      () => true,
      () => false,
    );
    if (isMade) return;
  }
}
