import { CommandError } from '@larksong/service-kit';
import pMap from 'p-map';

import { folderOf, listBackups, readManifest, removeManifest } from '../vault/manifest.ts';
import { listStoredObjects, readObjectList, storedName } from '../vault/object-list.ts';
import type { Vault } from '../vault/vault.ts';
import { thinOut } from './thin-out.ts';

const AT_ONCE = 8;

/** Number of backups to keep, the newest; or what `thinOut` keeps. */
export type Keep = number | 'thinned';

/**
 * Removes backups that are not to be kept, unfinished ones, and the objects that no backup has any more. Returns the ids of
 * the removed backups. Call it only while no backup is being written.
 */
export async function pruneBackups(
  vault: Vault,
  { keep, spare, note }: { keep: Keep; spare?: string; note: (line: string) => void },
): Promise<string[]> {
  const { complete, unfinished } = await listBackups(vault);
  const wanted = keep === 'thinned' ? thinOut(complete) : complete.slice(-keep);
  const kept = complete.filter((id) => wanted.includes(id) || id === spare);
  const old = complete.filter((id) => !kept.includes(id));
  for (const id of old) await removeManifest(vault, id);
  for (const id of [...unfinished, ...old]) await vault.removeFolder(folderOf(id));
  await pruneObjects(vault, kept, note);
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
