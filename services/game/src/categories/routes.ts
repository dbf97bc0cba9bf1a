import { listCategories } from '@larksong/contracts';
import { createRegister } from '@larksong/service-kit';
import type { FastifyPluginAsync } from 'fastify';

import type { Db } from '../db/tables.ts';
import { listCategoriesWithItems } from './store.ts';

export const categoryRoutes: FastifyPluginAsync<{ db: Db }> = async (app, { db }) => {
  const register = createRegister(app, {});

  register(listCategories, async () => ({ data: { categories: await listCategoriesWithItems(db) } }));
};
