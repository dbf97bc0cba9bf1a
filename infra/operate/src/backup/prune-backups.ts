import { CommandError } from '@larksong/service-kit';
import pMap from 'p-map';

import { folderOf, isOfOther, listBackups, readManifest, removeManifest } from '../vault/manifest.ts';
import { listStoredObjects, readObjectList, storedName } from '../vault/object-list.ts';
import type { Vault } from '../vault/vault.ts';
import { thinOut } from './thin-out.ts';

const AT_ONCE = 8;

/** Number of backups to keep, the newest; or what `thinOut` keeps. */
export type Keep = number | 'thinned';

interface PruneOptions {
  keep: Keep;
  /** Names of backups that are not removed, however old they seem: clocks can be wrong. */
  spare: (string | undefined)[];
  /** The site whose backups are removed, as are those that name no site; undefined if its version has no id. */
  siteId: string | undefined;
  note: (line: string) => void;
}

/**
 * Removes expired and unfinished backups of a site, and the objects that no backup refers to any longer. Returns
 * the ids of the removed backups. Call it only while no backup of the site is being written.
 */
export async function pruneBackups(
  vault: Vault,
  { keep, spare, siteId, note }: PruneOptions,
): Promise<string[]> {
  const { complete, unfinished } = await listBackups(vault);
  // Restore points belong to one data folder, whichever site was restored into it.
  const foreign = keep === 'thinned' ? [] : await listForeign(vault, complete, siteId);
  const own = complete.filter((id) => !foreign.includes(id));
  const wanted = keep === 'thinned' ? thinOut(own) : own.slice(-keep);
  const old = own.filter((id) => !wanted.includes(id) && !spare.includes(id));
  if (foreign.length > 0)
    note(
      `${vault.place} has backups of another site, too, such as ${foreign.at(-1)}. They are not removed: give each site its own folder, or delete them by hand.`,
    );
  for (const id of old) await removeManifest(vault, id);
  // An unfinished one may be one that the other site is writing just now, with objects that no list has yet.
  const isShared = foreign.length > 0 && unfinished.length > 0;
  for (const id of isShared ? old : [...unfinished, ...old]) await vault.removeFolder(folderOf(id));
  const kept = complete.filter((id) => !old.includes(id));
  if (!isShared) await pruneObjects(vault, kept, note);
  return old;
}

/** Returns the backups that another site has made. One that cannot be read grows old as the site's own. */
async function listForeign(vault: Vault, ids: string[], siteId: string | undefined): Promise<string[]> {
  const foreign: string[] = [];
  for (const id of ids)
    try {
      if (isOfOther(await readManifest(vault, id), siteId)) foreign.push(id);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
    }
  return foreign;
}

async function pruneObjects(vault: Vault, kept: string[], note: (line: string) => void): Promise<void> {
  const used = new Set<string>();
  for (const id of kept) {
    try {
      const list = await readObjectList(vault, (await readManifest(vault, id)).objects.list);
      for (const object of list.values()) used.add(storedName(vault, object));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      note(`No unused files were removed from ${vault.place}: ${error.message}`);
      return;
    }
  }
  const stored = [...(await listStoredObjects(vault)).keys()];
  const unused = stored.filter((name) => !used.has(name));
  await pMap(unused, (name) => vault.remove(name), { concurrency: AT_ONCE });
}
