import { Type, type Static } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Nullable, Uuid } from '../primitives.ts';

/** Longest sound of a card in seconds; what is longer is cut. */
export const SOUND_MAX_SECONDS = 10;

/** Name of the BullMQ queue whose jobs wake a worker up to claim a sound. */
export const SOUND_QUEUE = 'sounds';

/** A sound handed to one worker: from `sourceKey` it makes `resultKey`. `token` fences it. */
export const SoundAssignment = Type.Object({
  id: Uuid,
  token: Uuid,
  sourceKey: Type.String(),
  sizeBytes: Type.Integer(),
  resultKey: Type.String(),
  requestId: Nullable(Type.String()),
  /** A worker was lost with this sound, so it must run with nothing beside it. */
  alone: Type.Optional(Type.Boolean()),
});
export type SoundAssignment = Static<typeof SoundAssignment>;

const SoundParams = Type.Object({ id: Uuid });
const Token = Type.Object({ token: Uuid });
const Verdict = Type.Object({ stop: Type.Boolean() });

export const claimSound = endpoint({
  operationId: 'claimSound',
  summary: 'Hand out the sound that has waited longest, or none',
  method: 'POST',
  path: '/internal/sounds/claim',
  access: 'internal',
  body: Type.Object({ workerId: Type.String({ minLength: 1, maxLength: 200 }) }),
  data: Type.Object({ sound: Nullable(SoundAssignment) }),
});

export const heartbeatSound = endpoint({
  operationId: 'heartbeatSound',
  summary: 'The worker is alive; answered with stop when the sound is no longer its own',
  method: 'POST',
  path: '/internal/sounds/:id/heartbeat',
  access: 'internal',
  params: SoundParams,
  /** `alone`: from now on nothing else runs in the worker's process. */
  body: Type.Object({ ...Token.properties, alone: Type.Optional(Type.Boolean()) }),
  data: Verdict,
});

export const completeSound = endpoint({
  operationId: 'completeSound',
  summary: 'The sound lies at its result key',
  method: 'POST',
  path: '/internal/sounds/:id/complete',
  access: 'internal',
  params: SoundParams,
  body: Type.Object({ ...Token.properties, durationSeconds: Type.Number({ exclusiveMinimum: 0 }) }),
  data: Verdict,
});

export const failSound = endpoint({
  operationId: 'failSound',
  summary:
    'The sound failed: for good where the file is at fault, to be tried again where the surroundings are',
  method: 'POST',
  path: '/internal/sounds/:id/fail',
  access: 'internal',
  params: SoundParams,
  body: Type.Object({
    ...Token.properties,
    cause: Type.Union([Type.Literal('input'), Type.Literal('infrastructure')]),
    message: Type.String({ minLength: 1, maxLength: 1000 }),
  }),
  data: Verdict,
});

export const releaseSound = endpoint({
  operationId: 'releaseSound',
  summary: 'Give a sound back without costing it an attempt (a worker that stops)',
  method: 'POST',
  path: '/internal/sounds/:id/release',
  access: 'internal',
  params: SoundParams,
  body: Token,
  data: Verdict,
});
