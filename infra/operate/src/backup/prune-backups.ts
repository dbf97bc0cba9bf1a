import { CommandError } from '@larksong/service-kit';
import pMap from 'p-map';

import { folderOf, listBackups, readManifest, removeManifest } from '../vault/manifest.ts';
import { listStoredObjects, readObjectList, storedName } from '../vault/object-list.ts';
import type { Vault } from '../vault/vault.ts';

const AT_ONCE = 8;

/**
 * Removes the oldest backups beyond `keep`, unfinished ones, and the objects that no backup has any more. Returns the ids
 * of the removed backups. Call it only while no backup is being written.
 */
export async function pruneBackups(
  vault: Vault,
  keep: number,
  note: (line: string) => void,
): Promise<string[]> {
  const { complete, unfinished } = await listBackups(vault);
  const old = complete.slice(0, -keep);
  for (const id of old) await removeManifest(vault, id);
  for (const id of [...unfinished, ...old]) await vault.removeFolder(folderOf(id));
  await pruneObjects(vault, complete.slice(-keep), note);
  return old;
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
