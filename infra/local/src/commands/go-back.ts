import { resolve } from 'node:path';

import { findHolder } from '../data-folder/data-folder.ts';
import { forgetVersions, readNotedVersions, type BeforeUpdate } from '../data-folder/noted-versions.ts';
import { Problem } from '../host/problem.ts';
import { askGit } from '../host/version.ts';
import { runOperate } from '../processes/run-operate.ts';
import { pointsIn } from '../servers/restore-point.ts';
import { readDataMajor } from '../servers/version-before.ts';
import type { StartSettings } from '../settings/settings.ts';
import { withDatabaseAlone } from './database-alone.ts';

/**
 * Restores the restore point that the last update made before it changed the databases, and checks out the version that
 * ran until then. Returns the exit code. Throws a `Problem` before anything was changed if that is not possible.
 */
export async function goBack(settings: StartSettings, signal: AbortSignal): Promise<number> {
  const dataDir = resolve(settings.dataDir);
  const before = await findWayBack(dataDir);
  const args = ['restore', pointsIn(dataDir), before.restorePoint, '--as-it-was'];
  const { code } = await withDatabaseAlone(settings, { signal, access: 'write' }, (environment) =>
    runOperate({ args, environment, signal, output: 'inherit' }),
  );
  if (code !== 0) return code;
  forgetVersions(dataDir);
  const isThere = before.commit !== undefined && (await checkOut(before)) !== undefined;
  process.stdout.write(
    isThere
      ? `Larksong ${before.version} is checked out. Start it with: npm start\n`
      : `Check out ${before.version ?? 'the version that ran before'} and start it. Do not start this version: it would update the databases again.\n`,
  );
  return isThere ? 0 : 1;
}

async function findWayBack(dataDir: string): Promise<BeforeUpdate> {
  if ((await findHolder(dataDir)) !== undefined)
    throw new Problem(
      `Larksong is running with the data in ${dataDir}. Stop it first (Ctrl-C in its terminal), then run this again.`,
    );
  const { before } = readNotedVersions(dataDir);
  if (before === undefined)
    throw new Problem(
      'No update of this site has changed its databases, so there is nothing to undo. Check out the release that you want, and start it.',
    );
  const major = await readDataMajor(dataDir);
  if (before.postgres !== undefined && major !== undefined && before.postgres !== major)
    throw new Problem(
      `The update has also moved the databases from Postgres ${before.postgres} to ${major}, which Larksong ${before.version ?? ''} cannot open. Check it out and restore ${before.restorePoint} from ${pointsIn(dataDir)} into a new DATA_DIR.`,
    );
  if (before.commit !== undefined) await assertCanCheckOut(before);
  return before;
}

async function assertCanCheckOut({ commit, version }: BeforeUpdate): Promise<void> {
  if ((await askGit('cat-file', '-e', `${commit}^{commit}`)) === undefined)
    throw new Problem(
      `This folder does not have Larksong ${version ?? commit}. Fetch it with: git fetch --unshallow --tags (or git fetch --tags), then run this again.`,
    );
  if (((await askGit('status', '--porcelain', '--untracked-files=no')) ?? '') !== '')
    throw new Problem(
      'Files of Larksong in this folder were changed, so another version cannot be checked out. Put your changes away with git stash, then run this again. Nothing was changed.',
    );
}

function checkOut({ commit = '' }: BeforeUpdate): Promise<string | undefined> {
  return askGit('checkout', '--quiet', '--detach', commit);
}
