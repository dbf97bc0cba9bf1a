import { Type, type Static } from 'typebox';

import { LEASED, leaseEndpoints } from '../lease.ts';
import { Nullable } from '../primitives.ts';

/** Maximum length of a sound in seconds; longer sounds are cut. */
export const SOUND_MAX_SECONDS = 10;

/** Name of the BullMQ queue whose jobs wake a worker to claim a sound. */
export const SOUND_QUEUE = 'sounds';

/** A sound assigned to one worker, which makes `resultKey` from `sourceKey`. */
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
    claim: 'Claim the sound that has waited longest; null if nothing is due',
    heartbeat: 'Report a sign of life; stop is true if the lease was lost',
    complete: 'Report that the sound is stored under its result key',
    fail: 'Report a failed sound: failures of the file are final, failures of the infrastructure are retried',
    release: 'Return a sound without counting an attempt, as a stopping worker does',
  },
  work: Type.Object({ sound: Nullable(SoundAssignment) }),
  more: {
    claim: {},
    heartbeat: {},
    complete: { durationSeconds: Type.Number({ exclusiveMinimum: 0 }) },
    fail: {},
  },
});
