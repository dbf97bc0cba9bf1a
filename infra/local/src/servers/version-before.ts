import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { hasCluster, readMajor } from '../data-folder/cluster.ts';
import { readNotedVersions, type NotedVersion } from '../data-folder/noted-versions.ts';
import { askGit, readVersion } from '../host/version.ts';
import { ROOT } from '../host/root.ts';

interface Release {
  version: string;
  commit: string;
  data: Record<string, string>;
}

/** Returns this version, for the data folder that it runs with. */
export async function describeThisVersion(dataDir: string): Promise<NotedVersion> {
  const [version, commit, postgres] = await Promise.all([
    readVersion(),
    askGit('rev-parse', 'HEAD'),
    readDataMajor(dataDir),
  ]);
  return { version, ...(commit && { commit }), ...(postgres && { postgres }) };
}

/** Returns the major version of the Postgres in a data folder; undefined if its databases are elsewhere. */
export async function readDataMajor(dataDir: string): Promise<string | undefined> {
  const cluster = join(dataDir, 'postgres');
  return (await hasCluster(cluster)) ? String(await readMajor(cluster)) : undefined;
}

/**
 * Returns the version that ran with the data until now: the one that noted itself or, for older ones, the release whose
 * databases have the same last migrations. Undefined if no release has.
 */
export async function findVersionBefore(
  dataDir: string,
  done: Record<string, readonly string[]>,
): Promise<NotedVersion | undefined> {
  const { ran } = readNotedVersions(dataDir);
  if (ran !== undefined) return ran;
  const releases = JSON.parse(await readFile(join(ROOT, 'infra', 'releases.json'), 'utf8')) as Release[]; // our own
  const isIt = ({ data }: Release) =>
    Object.entries(data).every(([name, last]) => done[name]?.toSorted().at(-1) === last);
  const release = releases.findLast(isIt);
  return release && { version: release.version, commit: release.commit };
}
