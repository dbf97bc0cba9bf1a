import { Type, type Static } from 'typebox';

import { ChipHue } from '../../catalog/chips.ts';
import { ListSign } from '../../catalog/lists/song-lists.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParams, Nullable, Timestamp, Uuid, withDefault } from '../../primitives.ts';
import { because } from '../../reasons.ts';
import { CardBody, CardParams, NestCard } from './cards.ts';
import { Nest, Nickname, SharingBody } from './nests.ts';

// Classes: groups of nests with one rule for all.

/** Maximum numbers of classes of an owner, of characters of a name, and of nicknames in one call. */
export const MAX_CLASSES = 40;
export const MAX_CLASS_NAME = 60;
export const MAX_NICKNAMES = 120;
/** The longest that the code of a class is good for. */
export const CLASS_CODE_HOURS = 12;

const ClassName = Type.String({
  minLength: 1,
  maxLength: MAX_CLASS_NAME,
  pattern: '^[^\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$',
  ...because('nest.class-name', { maximum: MAX_CLASS_NAME }),
});

/** A short code that opens a class on tablets: six letters and digits, in two groups. */
export const ClassCode = Type.Object({ code: Type.String(), endsAt: Timestamp });
export type ClassCode = Static<typeof ClassCode>;

export const NestClass = Type.Object({
  id: Uuid,
  name: Type.String(),
  sign: ListSign,
  hue: ChipHue,
  /** Whether the caller is its owner, and not the member who shares it. */
  isMine: Type.Boolean(),
  /** The name of the other grown-up; null if there is none. */
  sharedWith: Nullable(Type.String()),
  /** For the owner: the name of the member who is invited to share it; nothing says whether there is one. */
  invited: Nullable(Type.String()),
  /** Its nests, oldest first. */
  nestIds: Type.Array(Uuid),
  /** The cards that open the whole class. */
  cards: Type.Array(NestCard),
  /** The code that is good now. */
  code: Nullable(ClassCode),
});
export type NestClass = Static<typeof NestClass>;

export const listClasses = endpoint({
  operationId: 'listClasses',
  summary: 'The classes that the caller cares for, oldest first',
  method: 'GET',
  path: '/api/nest-classes',
  access: 'member',
  data: Type.Object({ classes: Type.Array(NestClass) }),
});

export const createClass = endpoint({
  operationId: 'createClass',
  summary: 'Make a class without nests',
  method: 'POST',
  path: '/api/nest-classes',
  access: 'member',
  body: Type.Object({ name: ClassName, sign: ListSign, hue: ChipHue }),
  data: Type.Object({ class: NestClass }),
  status: 201,
  errors: ['CONFLICT'],
});

export const updateClass = endpoint({
  operationId: 'updateClass',
  summary: 'Change the name, the sign or the hue of a class',
  method: 'PATCH',
  path: '/api/nest-classes/:id',
  access: 'member',
  params: IdParams,
  body: Type.Object({
    name: Type.Optional(ClassName),
    sign: Type.Optional(ListSign),
    hue: Type.Optional(ChipHue),
  }),
  data: Type.Object({ class: NestClass }),
  errors: ['NEST_NOT_FOUND'],
});

export const deleteClass = endpoint({
  operationId: 'deleteClass',
  summary: 'Delete a class of the caller with all of its nests',
  method: 'DELETE',
  path: '/api/nest-classes/:id',
  access: 'member',
  params: IdParams,
  data: Type.Object({ nestCount: Type.Integer() }),
  errors: ['NEST_NOT_FOUND'],
});

export const addClassNests = endpoint({
  operationId: 'addClassNests',
  summary: 'Make a nest for each nickname; no two of the class look alike while there are other looks',
  method: 'POST',
  path: '/api/nest-classes/:id/nests',
  access: 'member',
  params: IdParams,
  body: Type.Object({
    nicknames: Type.Array(Nickname, {
      minItems: 1,
      maxItems: MAX_NICKNAMES,
      ...because('nest.nickname-count', { maximum: MAX_NICKNAMES }),
    }),
    /** Whether each gets a card, labelled with the nickname. */
    withCards: withDefault(Type.Boolean({ default: false, ...because('nest.tick') })),
  }),
  data: Type.Object({ nests: Type.Array(Nest) }),
  status: 201,
  errors: ['NEST_NOT_FOUND', 'CONFLICT'],
});

export const makeClassCard = endpoint({
  operationId: 'makeClassCard',
  summary: 'Make a card that opens the animals of a class on a tablet, without nicknames',
  method: 'POST',
  path: '/api/nest-classes/:id/cards',
  access: 'member',
  params: IdParams,
  body: CardBody,
  data: Type.Object({ card: NestCard }),
  status: 201,
  errors: ['NEST_NOT_FOUND', 'CONFLICT'],
});

export const takeBackClassCard = endpoint({
  operationId: 'takeBackClassCard',
  summary: 'Take a card of a class back for good; the devices that came by it show nothing',
  method: 'DELETE',
  path: '/api/nest-classes/:id/cards/:cardId',
  access: 'member',
  params: CardParams,
  errors: ['NEST_NOT_FOUND', 'ITEM_NOT_FOUND'],
});

export const createClassCode = endpoint({
  operationId: 'createClassCode',
  summary: 'Make a short code that opens a class on tablets; it replaces the one before',
  method: 'POST',
  path: '/api/nest-classes/:id/code',
  access: 'member',
  params: IdParams,
  body: Type.Object({
    /** How long it is good for. */
    hours: Type.Number({
      exclusiveMinimum: 0,
      maximum: CLASS_CODE_HOURS,
      ...because('nest.code-hours', { maximum: CLASS_CODE_HOURS }),
    }),
  }),
  data: Type.Object({ code: ClassCode }),
  status: 201,
  errors: ['NEST_NOT_FOUND'],
});

export const endClassCode = endpoint({
  operationId: 'endClassCode',
  summary: 'End the short code of a class before its time; the tablets that it opened stay open',
  method: 'DELETE',
  path: '/api/nest-classes/:id/code',
  access: 'member',
  params: IdParams,
  errors: ['NEST_NOT_FOUND'],
});

/** Any name but the caller's own has the same answer, whether or not somebody has it. */
export const shareClass = endpoint({
  operationId: 'shareClass',
  summary: 'Invite one other member to share a class of the caller, and do all but delete it',
  method: 'PUT',
  path: '/api/nest-classes/:id/sharing',
  access: 'member',
  params: IdParams,
  body: SharingBody,
  data: Type.Object({ class: NestClass }),
  errors: ['NEST_NOT_FOUND', 'USER_NOT_FOUND'],
});

export const unshareClass = endpoint({
  operationId: 'unshareClass',
  summary:
    'End the sharing of a class, as its owner or as the member who shares it; the owner also takes an invitation back',
  method: 'DELETE',
  path: '/api/nest-classes/:id/sharing',
  access: 'member',
  params: IdParams,
  errors: ['NEST_NOT_FOUND'],
});
