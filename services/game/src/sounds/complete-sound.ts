import type { Report, Verdict } from '@larksong/service-kit/leases';
import { sayFailure, why } from '@larksong/service-kit/sentences';
import type { Storage } from '@larksong/service-kit/storage';

import { folderOf, listFoldersOfName, saveSound } from '../content/media-store.ts';
import type { Db } from '../db/tables.ts';
import { emptyFolders } from '../sweeps/store.ts';
import { resultKeyOf } from './claim-sound.ts';
import { sounds } from './leases.ts';
import { deleteSoundJob } from './store.ts';

/**
 * Completes a sound, which plays from then on, after checking that it is in storage; if it is missing, the sound has
 * failed.
 */
export async function completeSound(
  deps: { db: Db; storage: Storage },
  report: Report & { durationSeconds: number },
): Promise<Verdict> {
  const key = resultKeyOf(report.id, report.token);
  const stored = await deps.storage.stat(key);
  if (!stored?.sizeBytes) {
    const reason = why('sound-result-missing');
    const message = sayFailure(reason);
    return sounds.fail(deps.db, { ...report, cause: 'infrastructure', message, reason, log: '' });
  }
  return sounds.whenOwned(deps.db, report, async (trx, { row: job }) => {
    const name = { categoryId: job.category_id, name: job.name };
    const before = await listFoldersOfName(trx, name, ['sounds']);
    const { source_hash: sourceHash } = job;
    await saveSound(trx, { id: job.id, key, sourceHash, ...name, durationSeconds: report.durationSeconds });
    await deleteSoundJob(trx, job.id);
    await emptyFolders(trx, [...before, { prefix: folderOf(job.id), keep: key }]);
  });
}
