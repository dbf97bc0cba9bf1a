import { Type, type Static } from 'typebox';

import { LEASED, leaseEndpoints } from '../lease.ts';
import { Nullable } from '../primitives.ts';

/** Longest sound of a card in seconds; what is longer is cut. */
export const SOUND_MAX_SECONDS = 10;

/** Name of the BullMQ queue whose jobs wake a worker up to claim a sound. */
export const SOUND_QUEUE = 'sounds';

/** A sound handed to one worker, to make `resultKey` from `sourceKey`. */
export const SoundAssignment = Type.Object({
  ...LEASED,
  sourceKey: Type.String(),
  sizeBytes: Type.Integer(),
  resultKey: Type.String(),
});
export type SoundAssignment = Static<typeof SoundAssignment>;

export const {
  claim: claimSound,
  heartbeat: heartbeatSound,
  complete: completeSound,
  fail: failSound,
  release: releaseSound,
} = leaseEndpoints({
  noun: 'Sound',
  path: '/internal/sounds',
  summaries: {
    claim: 'Hand out the sound that has waited longest, or none',
    heartbeat: 'The worker is alive; answered with stop when the sound is no longer its own',
    complete: 'The sound lies at its result key',
    fail: 'The sound failed: for good where the file is at fault, to be tried again where the surroundings are',
    release: 'Give a sound back without costing it an attempt (a worker that stops)',
  },
  work: Type.Object({ sound: Nullable(SoundAssignment) }),
  more: {
    claim: {},
    heartbeat: {},
    complete: { durationSeconds: Type.Number({ exclusiveMinimum: 0 }) },
    fail: {},
  },
});
