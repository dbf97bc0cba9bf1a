import type { catalog } from '@larksong/contracts';

import { runAudio } from './audio.ts';
import { runExtras } from './extras.ts';
import { toUnitFailure } from '../failure.ts';
import { runFinish } from './finish.ts';
import type { Job } from '../job.ts';
import { joinParts } from './joined.ts';
import { runPlan } from './plan.ts';
import { runVideoChunk } from './video-chunk.ts';

const WORK = {
  plan: runPlan,
  'video-chunk': runVideoChunk,
  audio: runAudio,
  extras: runExtras,
  finish: runFinish,
} as const;

/** Runs a unit. Rejects with `InputError`, `InfrastructureError`, the signal's reason, or any unexpected error. */
export async function runUnit(job: Job): Promise<catalog.UnitResult> {
  try {
    return await WORK[job.unit.kind](joinParts(job));
  } catch (error) {
    throw toUnitFailure(error, job.source);
  }
}
