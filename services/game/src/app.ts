import { buildServer, checkDatabase, type Logger } from '@larksong/service-kit';
import type { FastifyInstance } from 'fastify';

import { categoryRoutes } from './categories/routes.ts';
import type { Db } from './db/tables.ts';

export function buildApp({ logger, db }: { logger: Logger; db: Db }): FastifyInstance {
  const app = buildServer({ name: 'game', logger, checks: { database: () => checkDatabase(db) } });
  void app.register(categoryRoutes, { db });
  return app;
}
