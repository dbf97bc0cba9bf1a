import { Type } from 'typebox';

import { endpoint } from '../endpoint.ts';
import { Uuid } from '../primitives.ts';

/** Auth asks catalog once an account is deleted. Repeated calls about one user do the work once. */
export const forgetMember = endpoint({
  operationId: 'forgetMember',
  summary: 'Remove what belonged to a deleted account',
  method: 'POST',
  path: '/internal/forgotten-members',
  access: 'internal',
  body: Type.Object({
    userId: Uuid,
    /** Whether the videos that the user uploaded are deleted too; otherwise they stay without a name. */
    deletesVideos: Type.Boolean(),
  }),
});

/** For the page on which accounts are deleted. Lists of the site stay. */
export const countOwnLists = endpoint({
  operationId: 'countOwnLists',
  summary: "How many lists and links end with the caller's account",
  method: 'GET',
  path: '/api/lists/own/count',
  access: 'member',
  data: Type.Object({
    lists: Type.Integer(),
    /** Links that the caller made, also to lists of the site, and that have not ended. */
    links: Type.Integer(),
  }),
});
