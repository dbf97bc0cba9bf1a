import type { Storage } from '@larksong/service-kit/storage';
import type { Client } from 'pg';

import { listGameObjects, listUnfinished, listVideoObjects, type Reference } from './references-store.ts';

/** Objects in these folders belong to the site. */
export const FOLDERS = ['videos/', 'game/'];

export interface Orphan {
  key: string;
  sizeBytes: number;
  modifiedAt: Date;
}

export interface Mismatches {
  /** Objects that the databases refer to and storage does not have. */
  lost: Reference[];
  /** Objects that nothing refers to. Those of unfinished uploads and videos do not count. */
  orphans: Orphan[];
  objects: number;
}

interface Parts {
  storage: Storage;
  clients: { catalog: Client; game: Client };
}

/** Compares databases and storage in both directions. The site may be running. */
export async function verifySite(parts: Parts): Promise<Mismatches> {
  const stored = new Map<string, Orphan>();
  for (const folder of FOLDERS)
    for await (const info of parts.storage.list(folder)) stored.set(info.key, info);
  const references = await listReferences(parts);
  const unfinished = await listUnfinished(parts.clients.catalog);
  const used = new Set(references.map(({ key }) => key));
  const missing = references.filter(({ key }) => !stored.has(key));
  const orphans = [...stored.values()].filter(
    ({ key }) => !used.has(key) && !unfinished.keys.has(key) && !unfinished.videoIds.has(videoOf(key)),
  );
  return { lost: await confirm(parts, missing), orphans, objects: stored.size };
}

async function listReferences({ clients }: Parts): Promise<Reference[]> {
  return [...(await listVideoObjects(clients.catalog)), ...(await listGameObjects(clients.game))];
}

/** Leaves out objects that were written, or whose rows were deleted, since the comparison began. */
async function confirm(parts: Parts, missing: Reference[]): Promise<Reference[]> {
  if (missing.length === 0) return [];
  const still = new Set((await listReferences(parts)).map(({ key }) => key));
  const lost: Reference[] = [];
  for (const reference of missing)
    if (still.has(reference.key) && (await parts.storage.stat(reference.key)) === undefined)
      lost.push(reference);
  return lost;
}

function videoOf(key: string): string {
  return key.split('/')[1] ?? '';
}
