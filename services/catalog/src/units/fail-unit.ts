import { inTransaction } from '@larksong/service-kit';

import type { Db, Trx, UnitRow } from '../db/tables.ts';
import { addNotice } from '../notices/store.ts';
import { markFailed } from '../videos/store.ts';
import type { Report } from './complete-unit.ts';
import * as store from './store.ts';

/** Infrastructure failures after which a video is given up. */
export const MAX_FAILURES = 5;
/** Workers that may die with nothing else to do than one unit before its file is taken for the reason. */
export const MAX_DEATHS = 2;

const DEATH_SENTENCE =
  'This file ended the program that was working on it twice, so it was given up. Please export it again in another format.';

const STOOD_STILL = 'The program that was working on it stood still for too long.';

export interface Failure {
  cause: 'input' | 'infrastructure';
  /** A sentence that a person understands. */
  message: string;
  log: string;
}

/** Seconds until a unit that failed through its surroundings is tried again: 2, 4, 8 … at most 60. */
export function backoffSeconds(failureCount: number): number {
  return Math.min(2 ** (failureCount + 1), 60);
}

/** Takes in a failure: a bad input fails the video at once, anything else is tried again a few times. */
export async function failUnit(deps: { db: Db }, report: Report & Failure): Promise<{ stop: boolean }> {
  return inTransaction(deps.db, async (trx) => {
    const owned = await store.lockOwned(trx, report.unitId, report.token);
    if (!owned) return takeBackDeath(trx, report);
    const { unit, video } = owned;
    if (report.cause === 'input') {
      await giveUp(trx, video.id, report);
    } else if (unit.failure_count + 1 >= MAX_FAILURES) {
      await giveUp(trx, video.id, { message: tooManyTries(report.message), log: report.log });
    } else {
      const afterSeconds = backoffSeconds(unit.failure_count);
      await store.markDueAgain(trx, unit.id, { afterSeconds, counts: 'failure', error: report.message });
    }
    return { stop: false };
  });
}

function tooManyTries(lastReason: string): string {
  return `This video could not be processed after ${MAX_FAILURES} tries. Please try again later. (${lastReason})`;
}

/** A worker that was taken for dead has come back: what was counted as a death becomes a failure. */
async function takeBackDeath(trx: Trx, report: Report): Promise<{ stop: true }> {
  const unit = await store.takeBackDeath(trx, report.unitId, report.token);
  if (unit && unit.failure_count >= MAX_FAILURES)
    await giveUp(trx, unit.video_id, { message: tooManyTries(STOOD_STILL), log: '' });
  return { stop: true };
}

/** Fails a video that is in work and notes it for its uploader. */
async function giveUp(trx: Trx, videoId: string, failure: { message: string; log: string }): Promise<void> {
  if (await markFailed(trx, videoId, failure)) await addNotice(trx, videoId, 'failed');
}

/** Gives a unit back without costing it anything. */
export async function releaseUnit(db: Db, report: Report): Promise<{ stop: boolean }> {
  return inTransaction(db, async (trx) => {
    const owned = await store.lockOwned(trx, report.unitId, report.token);
    if (!owned) return takeBackDeath(trx, report);
    await store.markDueAgain(trx, owned.unit.id, { afterSeconds: 0, counts: 'nothing', error: null });
    return { stop: false };
  });
}

/** Takes units from workers that died; a file that ended too many of them by itself fails. */
export async function expireUnits(trx: Trx, timeoutSeconds: number): Promise<UnitRow[]> {
  const expired = await store.expireUnits(trx, timeoutSeconds);
  for (const unit of expired)
    if (unit.death_count >= MAX_DEATHS)
      await giveUp(trx, unit.video_id, {
        message: DEATH_SENTENCE,
        log: `unit ${unit.kind} ${unit.index}`,
      });
  return expired;
}
