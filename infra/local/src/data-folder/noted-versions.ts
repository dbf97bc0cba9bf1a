import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { readJson, writePrivately } from './data-folder.ts';

/** A Larksong that has run with the data, or will. */
export interface NotedVersion {
  version: string;
  /** The commit of its checkout; missing if it was none. */
  commit?: string;
  /** The major version of its Postgres; missing if it was started elsewhere. */
  postgres?: string;
}

/** The restore point that a start made before it changed the databases, and the version that ran until then. */
export interface BeforeUpdate extends Partial<NotedVersion> {
  restorePoint: string;
}

interface Noted {
  /** The version that was up last. Versions until 1.0.0 did not note themselves. */
  ran?: NotedVersion;
  before?: BeforeUpdate;
  /** Whether a version has been up since the restore point. */
  isUpdated?: boolean;
}

const fileIn = (dataDir: string) => join(dataDir, 'versions.json');

/** Returns what is known of the versions that ran with the data. */
export function readNotedVersions(dataDir: string): Noted {
  return readJson(fileIn(dataDir)) as Noted; // written below alone
}

/** Notes that a version is up. */
export function noteRunning(dataDir: string, ran: NotedVersion): void {
  const { before } = readNotedVersions(dataDir);
  writePrivately(fileIn(dataDir), { ran, ...(before && { before, isUpdated: true }) });
}

/**
 * Notes the restore point before an update. If an earlier try of the same update has made one and then failed, that one
 * stays, since the databases may have changed since.
 */
export function noteRestorePoint(dataDir: string, before: BeforeUpdate): void {
  const noted = readNotedVersions(dataDir);
  if (noted.before !== undefined && noted.isUpdated !== true) return;
  writePrivately(fileIn(dataDir), { ...(noted.ran && { ran: noted.ran }), before });
}

/** Forgets all versions, because the data is as a version left it that may not note itself. */
export function forgetVersions(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}
