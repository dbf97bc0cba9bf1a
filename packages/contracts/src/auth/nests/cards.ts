import { Type, type Static } from 'typebox';

import { endpoint } from '../../endpoint.ts';
import { IdParams, Nullable, Timestamp, Uuid } from '../../primitives.ts';
import { because } from '../../reasons.ts';

// Cards, which open a nest or a class on other devices until they are taken back.

/** Maximum number of cards of a nest or a class, and of characters of their labels. */
export const MAX_NEST_CARDS = 20;
export const MAX_CARD_LABEL = 100;

/** The path of a child's place; the code of a card follows as its fragment. */
export const NEST_PAGE = '/nest';

/** Where the card is, such as "Tablet in the kitchen". */
const CardLabel = Type.String({
  minLength: 1,
  maxLength: MAX_CARD_LABEL,
  pattern: '^[^\\p{Cc}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$',
  ...because('nest.card-label', { maximum: MAX_CARD_LABEL }),
});
/** The body of calls that make a card. */
export const CardBody = Type.Object({ label: CardLabel });

export const NestCard = Type.Object({
  id: Uuid,
  label: Type.String(),
  /** In lower case and groups of four; null if it was made with a secret that the site no longer has. */
  code: Nullable(Type.String()),
  madeAt: Timestamp,
  /** When it was last opened, or a device that came by it used; null if it never was. */
  lastUsedAt: Nullable(Timestamp),
  /** On how many devices it is open. */
  deviceCount: Type.Integer(),
});
export type NestCard = Static<typeof NestCard>;

export const CardParams = Type.Object({ id: Uuid, cardId: Uuid });

export const makeNestCard = endpoint({
  operationId: 'makeNestCard',
  summary: 'Make a card that opens a nest on other devices until it is taken back',
  method: 'POST',
  path: '/api/nests/:id/cards',
  access: 'member',
  params: IdParams,
  body: CardBody,
  data: Type.Object({ card: NestCard }),
  status: 201,
  errors: ['NEST_NOT_FOUND', 'CONFLICT'],
});

export const takeBackNestCard = endpoint({
  operationId: 'takeBackNestCard',
  summary: 'Take a card of a nest back for good; the devices that came by it show nothing',
  method: 'DELETE',
  path: '/api/nests/:id/cards/:cardId',
  access: 'member',
  params: CardParams,
  errors: ['NEST_NOT_FOUND', 'ITEM_NOT_FOUND'],
});
