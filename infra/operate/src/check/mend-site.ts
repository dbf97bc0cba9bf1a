import { createDatabase, createLogger } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import pMap from 'p-map';

import type { Tables } from '../../../../services/catalog/src/db/tables.ts';
import { transcodeAgain } from '../../../../services/catalog/src/transcoding/retry/retry-video.ts';
import type { Mismatches } from './verify-site.ts';

const AT_ONCE = 8;

export interface Mended {
  /** Keys of removed orphans. */
  removed: string[];
  /** Ids of videos that are transcoded again. */
  transcodedAgain: string[];
}

/**
 * Removes orphans older than `age`, and has videos with lost segments or pictures transcoded again if their uploaded
 * file still exists.
 */
export async function mendSite(
  { lost, orphans }: Mismatches,
  of: { storage: Storage; catalogUrl: string; ageMs: number; now: Date },
): Promise<Mended> {
  const old = orphans.filter(({ modifiedAt }) => of.now.getTime() - modifiedAt.getTime() >= of.ageMs);
  await pMap(old, ({ key }) => of.storage.delete(key), { concurrency: AT_ONCE });
  return { removed: old.map(({ key }) => key), transcodedAgain: await transcodeLost(lost, of.catalogUrl) };
}

async function transcodeLost(lost: Mismatches['lost'], catalogUrl: string): Promise<string[]> {
  const without = new Set(lost.filter(({ kind }) => kind === 'source').map(({ videoId }) => videoId));
  const made = lost.filter(({ kind }) => kind === 'segment' || kind === 'picture');
  const ids = [...new Set(made.map(({ videoId }) => videoId))].filter(
    (id) => id !== undefined && !without.has(id),
  );
  if (ids.length === 0) return [];
  const logger = createLogger({ name: 'operate', level: 'silent' });
  const db = createDatabase<Tables>({ url: catalogUrl, logger, poolSize: 1 });
  try {
    const begun: string[] = [];
    for (const id of ids) if (id !== undefined && (await transcodeAgain(db, id))) begun.push(id);
    return begun;
  } finally {
    await db.destroy();
  }
}
