import { Type, type Static } from 'typebox';

import { endpoint } from './endpoint.ts';
import { Uuid } from './primitives.ts';

export const Category = Type.Object({ id: Uuid, letter: Type.String(), itemCount: Type.Integer() });
export type Category = Static<typeof Category>;

export const listCategories = endpoint({
  operationId: 'listCategories',
  summary: 'Letters that have items, in order',
  method: 'GET',
  path: '/api/game/categories',
  access: 'anyone',
  data: Type.Object({ categories: Type.Array(Category) }),
});
