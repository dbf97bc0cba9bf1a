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
 * Returns the user as which Postgres must run, since it refuses to run as root: `postgres`, created if it is missing.
 * Returns undefined if this process is not root; then everything runs as the user who started it.
 */
export async function findServerUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const user = await findOrCreateUser('postgres');
  if (user === undefined)
    throw new Problem(
      'Postgres does not run as root, and the user "postgres" could not be created. Start Larksong as an ordinary user.',
    );
  return user;
}

/** Returns a system user by name, created if it is missing, which only root can do; undefined if that fails. */
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
