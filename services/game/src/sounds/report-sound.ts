import type { game } from '@larksong/contracts';
import { newId } from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';

import type { Db, SoundJobRow, Trx } from '../db/tables.ts';
import { folderOf, listFoldersOfName, saveSound } from '../media/store.ts';
import { emptyFolders } from '../sweeps/store.ts';
import * as store from './store.ts';

/** Infrastructure failures after which a sound is given up. */
export const MAX_FAILURES = 5;
/** Workers that may die with nothing else to do than one sound before its file is taken for the reason. */
export const MAX_DEATHS = 2;

export const DEATH_SENTENCE =
  'This file ended the program that was working on it twice, so it was given up. Please save it again in another format.';

const STOOD_STILL = 'The program that was working on it stood still for too long.';

export interface Report {
  id: string;
  token: string;
}

/** `stop` is true when a report came from a worker to which the sound does not belong any more; it changed nothing. */
export interface Verdict {
  stop: boolean;
}

/** Seconds until a sound that failed through its surroundings is tried again: 2, 4, 8 … at most 60. */
export function backoffSeconds(failureCount: number): number {
  return Math.min(2 ** (failureCount + 1), 60);
}

/** Hands out the sound that has waited longest; null when nothing is due. */
export async function claimSound(db: Db, workerId: string): Promise<game.SoundAssignment | null> {
  const token = newId();
  const job = await store.claimSoundJob(db, { token, workerId });
  if (!job) return null;
  return {
    id: job.id,
    token,
    sourceKey: job.source_key,
    sizeBytes: job.size_bytes,
    resultKey: resultKeyOf(job.id, token),
    requestId: job.request_id,
    alone: job.is_suspect,
  };
}

function resultKeyOf(id: string, token: string): string {
  return `${folderOf(id)}${token}.mp3`;
}

/** Takes in a prepared sound, which is looked for in storage before it is believed. */
export async function completeSound(
  deps: { db: Db; storage: Storage },
  report: Report & { durationSeconds: number },
): Promise<Verdict> {
  const key = resultKeyOf(report.id, report.token);
  const stored = await deps.storage.stat(key);
  if (!stored?.sizeBytes)
    return failSound(deps.db, {
      ...report,
      cause: 'infrastructure',
      message: 'The prepared sound is not in storage.',
    });
  return whenOwned(deps.db, report, async (trx, job) => {
    const name = { categoryId: job.category_id, name: job.name };
    const before = await listFoldersOfName(trx, name, ['sounds']);
    await saveSound(trx, { id: job.id, key, ...name, durationSeconds: report.durationSeconds });
    await store.deleteSoundJob(trx, job.id);
    await emptyFolders(trx, [...before, { prefix: folderOf(job.id), keep: key }]);
  });
}

/** Takes in a failure: a bad file fails at once, anything else is tried again a few times. */
export async function failSound(
  db: Db,
  report: Report & { cause: 'input' | 'infrastructure'; message: string },
): Promise<Verdict> {
  return whenOwned(db, report, async (trx, job) => {
    if (report.cause === 'input') await giveUp(trx, job.id, report.message);
    else if (job.failure_count + 1 >= MAX_FAILURES) await giveUp(trx, job.id, tooManyTries(report.message));
    else
      await store.markSoundDue(trx, job.id, {
        afterSeconds: backoffSeconds(job.failure_count),
        counts: 'failure',
        error: report.message,
      });
  });
}

function tooManyTries(lastReason: string): string {
  return `This sound could not be prepared after ${MAX_FAILURES} tries. Please upload it again later. (${lastReason})`;
}

/** A worker that was taken for dead has come back: what was counted as a death becomes a failure. */
async function takeBackDeath(trx: Trx, report: Report): Promise<void> {
  const job = await store.takeBackDeath(trx, report.id, report.token);
  if (job && job.failure_count >= MAX_FAILURES) await giveUp(trx, job.id, tooManyTries(STOOD_STILL));
}

/** Gives a sound back without costing it anything. */
export async function releaseSound(db: Db, report: Report): Promise<Verdict> {
  return whenOwned(db, report, (trx, job) =>
    store.markSoundDue(trx, job.id, { afterSeconds: 0, counts: 'nothing', error: null }),
  );
}

/** Takes sounds from workers that died; a file that ended too many of them by itself fails. */
export async function expireSounds(trx: Trx, timeoutSeconds: number): Promise<SoundJobRow[]> {
  const expired = await store.expireSoundJobs(trx, timeoutSeconds);
  for (const job of expired) if (job.death_count >= MAX_DEATHS) await giveUp(trx, job.id, DEATH_SENTENCE);
  return expired;
}

/** What a failed sound was made from is of no use any more. */
async function giveUp(trx: Trx, id: string, sentence: string): Promise<void> {
  await store.markSoundFailed(trx, id, sentence);
  await emptyFolders(trx, [{ prefix: folderOf(id) }]);
}

async function whenOwned(
  db: Db,
  report: Report,
  change: (trx: Trx, job: SoundJobRow) => Promise<void>,
): Promise<Verdict> {
  return db.transaction().execute(async (trx) => {
    const job = await store.lockOwnedJob(trx, report.id, report.token);
    if (!job) {
      await takeBackDeath(trx, report);
      return { stop: true };
    }
    await change(trx, job);
    return { stop: false };
  });
}
