import type { Logger } from '@larksong/service-kit';
import { hashSource, type Storage } from '@larksong/service-kit/storage';

import type { Db } from '../../db/tables.ts';
import { findWithoutHash, saveSourceHash } from './store.ts';

/**
 * Runs one round: hashes the sources that were stored without a hash, by a version from before hashes existed or by a
 * process that died. Two processes may hash the same source, with the same result.
 */
export async function hashSources(
  deps: { db: Db; storage: Storage; logger: Logger },
  signal?: AbortSignal,
): Promise<void> {
  for (let video = await findWithoutHash(deps.db); video; video = await findWithoutHash(deps.db)) {
    const object = await deps.storage.get(video.source_key);
    if (!object) deps.logger.info({ videoId: video.id }, 'source not hashed: it no longer exists');
    const stream = object?.stream;
    const end = () => void stream?.destroy();
    signal?.addEventListener('abort', end);
    if (signal?.aborted) return end();
    try {
      await saveSourceHash(deps.db, video.id, stream ? await hashSource(stream) : '');
    } catch (error) {
      if (signal?.aborted) return;
      throw error;
    } finally {
      signal?.removeEventListener('abort', end);
    }
  }
}
