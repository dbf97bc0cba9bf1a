import { Type } from 'typebox';

import { endpoint } from '../../endpoint.ts';
import { Uuid } from '../../primitives.ts';
import { because } from '../../reasons.ts';
import { NestFace } from './nests.ts';

// The grown-up's door of a nest, which a PIN opens for five minutes.

/** Four to six digits. */
export const Pin = Type.String({ pattern: '^[0-9]{4,6}$', ...because('nest.pin-form') });

/** How long a door stays open. */
export const DOOR_SECONDS = 300;

export const setNestPin = endpoint({
  operationId: 'setNestPin',
  summary:
    'Choose the PIN of the doors of all nests that the caller hands over; a new one needs the password',
  method: 'PUT',
  path: '/api/nests/pin',
  access: 'member',
  body: Type.Object({
    pin: Pin,
    /** Required once there is a PIN. */
    password: Type.Optional(
      Type.String({ minLength: 1, maxLength: 128, ...because('account.password-missing') }),
    ),
  }),
  errors: ['WRONG_PASSWORD', 'TOO_MANY_REQUESTS', 'TOO_BUSY'],
});

/**
 * The PIN is that of the member who handed over, of cards and codes that of the owner. Its session is not used up. A pause
 * after wrong ones is TOO_MANY_REQUESTS with `Retry-After`.
 */
export const openDoor = endpoint({
  operationId: 'openDoor',
  summary: "Open the grown-up's door of a nest's device by the PIN, for five minutes",
  method: 'POST',
  path: '/api/nest-sessions/door',
  access: 'anyone',
  whileReadOnly: true,
  inNest: 'open',
  body: Type.Object({ refreshToken: Type.String({ minLength: 1, maxLength: 512 }), pin: Pin }),
  data: Type.Object({ doorToken: Type.String() }),
  errors: ['INVALID_REFRESH_TOKEN', 'WRONG_PIN', 'PIN_RESTS', 'TOO_MANY_REQUESTS', 'TOO_BUSY'],
});

export const listDoorNests = endpoint({
  operationId: 'listDoorNests',
  summary: 'The nests of the device behind whose door the caller is',
  method: 'GET',
  path: '/api/door/nests',
  access: 'door',
  data: Type.Object({
    nests: Type.Array(
      Type.Object({
        ...NestFace.properties,
        /** The id of its rule: its own, or its class. */
        ruleId: Uuid,
      }),
    ),
  }),
});

/** The browser stays a nest's: only a password deletes its cookie. */
export const endHandOver = endpoint({
  operationId: 'endHandOver',
  summary: 'End the session of the device behind whose door the caller is',
  method: 'POST',
  path: '/api/door/session/end',
  access: 'door',
  whileReadOnly: true,
});
