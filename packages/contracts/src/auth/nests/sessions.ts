import { Type, type Static } from 'typebox';

import { endpoint } from '../../endpoint.ts';
import { IdParams, Nullable, Uuid, withDefault } from '../../primitives.ts';
import { because } from '../../reasons.ts';
import { CameBy, NestFace } from './nests.ts';

// Sessions of nests: a device on which one or more nests are open.

/** Maximum number of nests that are handed over at once. */
export const MAX_HANDED_OVER = 40;

/** A session of nests on a device. The refresh token is used once and then replaced. */
export const NestSession = Type.Object({
  refreshToken: Type.String(),
  /** The token of the nest `nestId`; null if none was chosen of several, or the chosen one has left the device. */
  accessToken: Nullable(Type.String()),
  nestId: Nullable(Uuid),
  faces: Type.Array(NestFace),
  cameBy: CameBy,
  /** Whether children may go back to the pictures of all nests. */
  canSwitch: Type.Boolean(),
});
export type NestSession = Static<typeof NestSession>;

export const handOver = endpoint({
  operationId: 'handOver',
  summary: "Leave the device to nests: ends the caller's session and starts one of theirs",
  method: 'POST',
  path: '/api/nest-sessions',
  access: 'member',
  whileReadOnly: true,
  body: Type.Object({
    nestIds: Type.Array(Uuid, { minItems: 1, maxItems: MAX_HANDED_OVER, ...because('nest.choice') }),
    canSwitch: withDefault(Type.Boolean({ default: true, ...because('nest.tick') })),
  }),
  data: NestSession,
  status: 201,
  errors: ['NEST_NOT_FOUND', 'NO_PIN'],
});

/** A code that is mistyped, has ended or was taken back leads to the same CARD_NOT_OPEN. */
export const enterNests = endpoint({
  operationId: 'enterNests',
  summary: 'Open a nest or a class on this device by the code of a card, or by the short code of a class',
  method: 'POST',
  path: '/api/nest-sessions/open',
  access: 'anyone',
  whileReadOnly: true,
  inNest: 'open',
  body: Type.Object({
    code: Type.String({ maxLength: 200, ...because('link.code-too-long') }),
    /** The refresh token of the session that is on this device; it ends once the code has opened another. */
    leaves: Type.Optional(Type.String({ maxLength: 512 })),
  }),
  data: NestSession,
  status: 201,
  errors: ['CARD_NOT_OPEN', 'TOO_MANY_REQUESTS'],
});

export const refreshNests = endpoint({
  operationId: 'refreshNests',
  summary: "Exchange a refresh token of nests for its successor and the chosen nest's access token",
  method: 'POST',
  path: '/api/nest-sessions/refresh',
  access: 'anyone',
  whileReadOnly: true,
  inNest: 'open',
  body: Type.Object({
    refreshToken: Type.String({ minLength: 1, maxLength: 512 }),
    /** The chosen nest; without one, the only one of the device, if it has no others. */
    nestId: Type.Optional(Nullable(Uuid)),
  }),
  data: NestSession,
  errors: ['INVALID_REFRESH_TOKEN'],
});

/**
 * Open nests ask it every few seconds, so that a device that was ended says so while nobody touches it. It changes nothing:
 * the nest's token is not renewed.
 */
export const checkNest = endpoint({
  operationId: 'checkNest',
  summary: 'Confirm that the session of the nest is still open; refused once it has ended',
  method: 'GET',
  path: '/api/nest/session',
  access: 'nest',
});

/** The same for a device on which no nest is chosen, which has no token of one. */
export const checkNests = endpoint({
  operationId: 'checkNests',
  summary: 'Confirm that a session of nests is still open; its refresh token is not used up',
  method: 'POST',
  path: '/api/nest-sessions/check',
  access: 'anyone',
  whileReadOnly: true,
  inNest: 'open',
  body: Type.Object({ refreshToken: Type.String({ minLength: 1, maxLength: 512 }) }),
  data: Type.Object({
    /** Those that are open on it now: of a class, some may have joined or left. */
    faces: Type.Array(NestFace),
  }),
  errors: ['INVALID_REFRESH_TOKEN'],
});

/** The state of one session of nests, for services that cache it. */
export const getNestSession = endpoint({
  operationId: 'getNestSession',
  summary: 'Whether a session of nests is active, its member and its nests',
  method: 'GET',
  path: '/internal/nest-sessions/:id',
  access: 'internal',
  params: IdParams,
  data: Type.Object({
    active: Type.Boolean(),
    /** Whose PIN opens its door; null unless it is active. */
    memberId: Nullable(Uuid),
    nests: Type.Array(
      Type.Object({
        id: Uuid,
        ownerId: Uuid,
        /** The id of its rule: its own, or its class. */
        ruleId: Uuid,
      }),
    ),
  }),
});

export const listEndedSessions = endpoint({
  operationId: 'listEndedSessions',
  summary: "Ids of the sessions, members' and nests', that ended in the last two minutes",
  method: 'GET',
  path: '/internal/sessions/ended',
  access: 'internal',
  data: Type.Object({ ids: Type.Array(Uuid) }),
});
