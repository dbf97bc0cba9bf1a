import { CommandError } from '@larksong/service-kit';

import type { Site } from '../database/open-site.ts';
import {
  findEntryHash,
  findFirstNumber,
  findLastRestore,
  type LastRestore,
} from '../database/audit-store.ts';
import { DATABASES, isOfOther, listBackups, readManifest, type Manifest } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { findSiteId } from './site-storage.ts';

/**
 * Compares the audit logs of a site with the last entries that its backups name. Returns a sentence for each log that ends
 * earlier or differs. Backups from before the last restore say nothing, except for the restored one: the log continues
 * from there.
 */
export async function compareAuditLogs({ clients }: Site, vault: Vault): Promise<string[]> {
  const siteId = await findSiteId(clients.catalog);
  const restore = await findLastRestore(clients.auth);
  const problems = new Map<string, string>();
  for (const id of (await listBackups(vault)).complete.toReversed()) {
    const manifest = await readUsable(vault, id);
    if (manifest === undefined || isOfOther(manifest, siteId) || isSuperseded(manifest, id, restore))
      continue;
    for (const name of DATABASES) {
      const { lastEntry } = manifest.databases[name];
      if (lastEntry === undefined || problems.has(name)) continue;
      const found = await findEntryHash(clients[name], lastEntry.number);
      if (found === lastEntry.sha256) continue;
      if (found !== undefined)
        problems.set(
          name,
          `Entry ${lastEntry.number} of the audit log of ${name} differs from that in the backup ${id}: the log was changed.`,
        );
      else if (((await findFirstNumber(clients[name])) ?? 0) <= lastEntry.number)
        problems.set(
          name,
          `The audit log of ${name} ends before entry ${lastEntry.number}, which is in the backup ${id}: later entries were removed.`,
        );
    }
  }
  return [...problems.values()];
}

/** Returns the manifest of a backup; undefined if it is damaged or not genuine, which "larksong backups" reports. */
async function readUsable(vault: Vault, id: string): Promise<Manifest | undefined> {
  try {
    return await readManifest(vault, id);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

function isSuperseded({ createdAt }: Manifest, id: string, restore: LastRestore | undefined): boolean {
  return restore !== undefined && id !== restore.id && new Date(createdAt) < restore.at;
}
