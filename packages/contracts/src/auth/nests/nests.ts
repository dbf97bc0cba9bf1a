import { Type, type Static } from 'typebox';

import { ChipHue } from '../../catalog/chips.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParams, Nullable, Timestamp, Uuid } from '../../primitives.ts';
import { because } from '../../reasons.ts';
import { NestCard } from './cards.ts';

// Nests, the places of children, for the grown-ups who care for them: the owner, and at most one other member.

/** The animals of which a child recognizes its nest. */
export const ANIMALS = [
  'bee',
  'cat',
  'duck',
  'fox',
  'frog',
  'hedgehog',
  'ladybird',
  'owl',
  'rabbit',
  'snail',
  'turtle',
  'whale',
] as const;
export type Animal = (typeof ANIMALS)[number];
export const Animal = Type.Unsafe<Animal>({ type: 'string', enum: [...ANIMALS], ...because('nest.animal') });

/** A hue; each has its own shape. */
export const Ground = Type.Unsafe<ChipHue>({ ...ChipHue, ...because('nest.ground') });
export type Ground = ChipHue;

/** Maximum number of characters of a nickname. */
export const MAX_NICKNAME = 40;
/** Devices on which a nest is open at the same time; a further one ends the one that was not used for the longest time. */
export const MAX_NEST_DEVICES = 10;

/** Not the full name. On one line: control characters and those that turn the direction of text are refused. */
export const Nickname = Type.String({
  minLength: 1,
  maxLength: MAX_NICKNAME,
  pattern: '^[^\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$',
  ...because('nest.nickname', { maximum: MAX_NICKNAME }),
});

/** How a nest came to a device: handed over by a grown-up, or by a card or a code. */
export const CameBy = Type.Union([
  Type.Literal('handover'),
  Type.Literal('card'),
  Type.Literal('class_card'),
  Type.Literal('class_code'),
]);
export type CameBy = Static<typeof CameBy>;

/** What children see of a nest: the nickname is null in the sessions of class tablets. */
export const NestFace = Type.Object({
  id: Uuid,
  animal: Animal,
  ground: Ground,
  nickname: Nullable(Type.String()),
});
export type NestFace = Static<typeof NestFace>;

/** A device on which a nest is open. */
export const NestDevice = Type.Object({
  id: Uuid,
  cameBy: CameBy,
  /** The label of its card; null if it came by none. */
  label: Nullable(Type.String()),
  /** The browser's User-Agent, truncated to 300 characters. */
  device: Nullable(Type.String()),
  lastUsedAt: Timestamp,
});
export type NestDevice = Static<typeof NestDevice>;

export const Nest = Type.Object({
  ...NestFace.properties,
  /** Its class, whose rule it has; null if it has its own rule. */
  classId: Nullable(Uuid),
  /** Whether the caller is its owner, and not the member who shares it. */
  isMine: Type.Boolean(),
  isShared: Type.Boolean(),
  /** The name of the other grown-up; null unless it, or its class, is shared. */
  sharedWith: Nullable(Type.String()),
  /** For the owner: the name of the member who is invited to share it; nothing says whether there is one. */
  invited: Nullable(Type.String()),
  devices: Type.Array(NestDevice),
  cards: Type.Array(NestCard),
});
export type Nest = Static<typeof Nest>;

export const listNests = endpoint({
  operationId: 'listNests',
  summary: 'The nests that the caller cares for, oldest first, and whether there is a PIN',
  method: 'GET',
  path: '/api/nests',
  access: 'member',
  data: Type.Object({
    nests: Type.Array(Nest),
    /** How many nests the caller may own. */
    maximum: Type.Integer(),
    isPinSet: Type.Boolean(),
    /** Whether the PIN opens nothing until the password is given, after many wrong ones. */
    isPinResting: Type.Boolean(),
    /**
     * How many of the newest backups of the site are kept: a deleted nest is in them until as many newer ones have been
     * made. Null if the site has no backups that tell it.
     */
    keptBackups: Nullable(Type.Integer()),
  }),
});

export const createNest = endpoint({
  operationId: 'createNest',
  summary: 'Make a nest; it shows nothing until it has a rule',
  method: 'POST',
  path: '/api/nests',
  access: 'member',
  body: Type.Object({
    animal: Animal,
    ground: Ground,
    nickname: Nickname,
    /** The class that it joins. */
    classId: Type.Optional(Uuid),
  }),
  data: Type.Object({ nest: Nest }),
  status: 201,
  errors: ['NEST_NOT_FOUND', 'CONFLICT'],
});

export const updateNest = endpoint({
  operationId: 'updateNest',
  summary: 'Change the animal, the ground, the nickname or the class of a nest',
  method: 'PATCH',
  path: '/api/nests/:id',
  access: 'member',
  params: IdParams,
  body: Type.Object({
    animal: Type.Optional(Animal),
    ground: Type.Optional(Ground),
    nickname: Type.Optional(Nickname),
    /** Only for the owner, and only one of the owner's classes. */
    classId: Type.Optional(Nullable(Uuid)),
  }),
  data: Type.Object({ nest: Nest }),
  errors: ['NEST_NOT_FOUND', 'CONFLICT'],
});

export const deleteNest = endpoint({
  operationId: 'deleteNest',
  summary: 'Delete a nest of the caller with its rule, minutes, cards and devices',
  method: 'DELETE',
  path: '/api/nests/:id',
  access: 'member',
  params: IdParams,
  errors: ['NEST_NOT_FOUND'],
});

/** The name of the member who is to share a nest or a class. */
export const SharingBody = Type.Object({ username: Type.String({ maxLength: 100 }) });

/** Any name but the caller's own has the same answer, whether or not somebody has it. */
export const shareNest = endpoint({
  operationId: 'shareNest',
  summary: 'Invite one other member to share a nest of the caller, and do all but delete it',
  method: 'PUT',
  path: '/api/nests/:id/sharing',
  access: 'member',
  params: IdParams,
  body: SharingBody,
  data: Type.Object({ nest: Nest }),
  errors: ['NEST_NOT_FOUND', 'USER_NOT_FOUND', 'CONFLICT'],
});

export const unshareNest = endpoint({
  operationId: 'unshareNest',
  summary:
    'End the sharing of a nest, as its owner or as the member who shares it; the owner also takes an invitation back',
  method: 'DELETE',
  path: '/api/nests/:id/sharing',
  access: 'member',
  params: IdParams,
  errors: ['NEST_NOT_FOUND', 'CONFLICT'],
});

export const endNestDevice = endpoint({
  operationId: 'endNestDevice',
  summary: 'End the session of a device on which a nest is open',
  method: 'DELETE',
  path: '/api/nests/:id/devices/:deviceId',
  access: 'member',
  params: Type.Object({ id: Uuid, deviceId: Uuid }),
  errors: ['NEST_NOT_FOUND', 'ITEM_NOT_FOUND'],
});

/** For catalog, which has the rules: who may change them. */
export const listNestCarers = endpoint({
  operationId: 'listNestCarers',
  summary: 'Owners and carers of up to 100 nests or classes; unknown ids are omitted',
  method: 'POST',
  path: '/internal/nests/carers',
  access: 'internal',
  body: Type.Object({ ids: Type.Array(Uuid, { maxItems: 100 }) }),
  data: Type.Object({
    carers: Type.Array(
      Type.Object({
        id: Uuid,
        ownerId: Uuid,
        /** The owner, and the member who shares it. */
        carerIds: Type.Array(Uuid),
        /** The id of its rule: of a nest in a class that of the class, otherwise its own. */
        ruleId: Uuid,
        /** The nests of a class, or the nest itself. */
        nestIds: Type.Array(Uuid),
      }),
    ),
  }),
});
