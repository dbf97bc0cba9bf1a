import { Type, type Static } from 'typebox';

import { ChipHue } from '../../catalog/chips.ts';
import { ListSign } from '../../catalog/lists/song-lists.ts';
import { endpoint } from '../../endpoint.ts';
import { IdParams, Nullable, Timestamp, Uuid } from '../../primitives.ts';
import { Animal, Ground } from './nests.ts';

// Invitations to share a nest or a class, for the member who is invited. They tell nothing of a child.

/** After this time an invitation has ended. */
export const NEST_INVITATION_DAYS = 14;

export const NestInvitation = Type.Object({
  id: Uuid,
  /** What the owner is called. */
  from: Type.String(),
  /** The look of the nest; null for a class. Nicknames and names are not told before it is accepted. */
  nest: Nullable(Type.Object({ animal: Animal, ground: Ground })),
  /** The look of the class; null for a nest. */
  class: Nullable(Type.Object({ sign: ListSign, hue: ChipHue })),
  madeAt: Timestamp,
});
export type NestInvitation = Static<typeof NestInvitation>;

export const listNestInvitations = endpoint({
  operationId: 'listNestInvitations',
  summary: 'Invitations to share nests and classes of other members, latest first',
  method: 'GET',
  path: '/api/nest-invitations',
  access: 'member',
  data: Type.Object({ invitations: Type.Array(NestInvitation) }),
});

export const acceptNestInvitation = endpoint({
  operationId: 'acceptNestInvitation',
  summary: 'Share the nest or the class of an invitation instead of the member before, if there was one',
  method: 'POST',
  path: '/api/nest-invitations/:id/accept',
  access: 'member',
  params: IdParams,
  errors: ['NEST_NOT_FOUND'],
});

export const declineNestInvitation = endpoint({
  operationId: 'declineNestInvitation',
  summary: 'Decline an invitation',
  method: 'DELETE',
  path: '/api/nest-invitations/:id',
  access: 'member',
  params: IdParams,
  errors: ['NEST_NOT_FOUND'],
});
