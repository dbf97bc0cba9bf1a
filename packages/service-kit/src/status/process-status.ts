import type { status } from '@larksong/contracts';

import { siteVersion } from '../base/site-version.ts';
import { STARTED_AT } from '../base/started-at.ts';
import { listWeakSecrets, type Secrets } from './weak-secret.ts';

interface Parts extends Secrets {
  database?: () => Promise<status.DatabaseStatus>;
  redis?: () => Promise<status.RedisStatus>;
  /** Undefined until it was tried for the first time. */
  storage?: () => Promise<status.StorageStatus | undefined>;
}

/** Returns the function that describes this process and its servers. */
export function createProcessStatus(parts: Parts): () => Promise<status.ProcessStatus> {
  const weakSecrets = listWeakSecrets(parts);
  return async () => {
    const [database, redis, storage] = await Promise.all([
      parts.database?.(),
      parts.redis?.(),
      parts.storage?.(),
    ]);
    return {
      version: siteVersion(),
      nodeVersion: process.version,
      startedAt: STARTED_AT,
      now: new Date().toISOString(),
      memory: { usedBytes: process.memoryUsage.rss(), limitBytes: memoryLimit() },
      weakSecrets,
      database: database ?? null,
      redis: redis ?? null,
      storage: storage ?? null,
    };
  };
}

/** Returns the limit of this process's container in bytes; null without one. */
function memoryLimit(): number | null {
  const limit = process.constrainedMemory();
  // Without a limit, some kernels report a number beyond any memory.
  return limit > 0 && limit < 2 ** 50 ? limit : null;
}
