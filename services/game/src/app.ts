import {
  buildServer,
  checkDatabase,
  createRegister,
  type Authentication,
  type Logger,
} from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import type { FastifyInstance } from 'fastify';

import { registerCategories } from './categories/routes.ts';
import type { Db } from './db/tables.ts';
import type { Random } from './deal/deal.ts';
import { registerDeal } from './deal/routes.ts';
import type { PublicFolder } from './files/public-folder.ts';
import { registerFiles } from './files/routes.ts';
import { registerItems } from './items/routes.ts';
import { mediaRoutes } from './media/routes.ts';
import type { Metrics } from './metrics.ts';
import { registerSettings } from './settings/routes.ts';
import { registerSounds } from './sounds/routes.ts';

export interface AppDeps {
  db: Db;
  storage: Storage;
  /** Files placed by hand, and those that come with the game. */
  folder: PublicFolder;
  builtIn: PublicFolder;
  authentication: Authentication;
  internalToken: string;
  logger: Logger;
  metrics: Metrics;
  random: Random;
  maxMediaBytes: number;
  stallSeconds: number;
  /** Told when objects are to be removed, and when a sound is to be prepared. */
  onSweep: () => void;
  onSoundDue: () => void;
}

/** A small upload over a slow line takes its time; a body that does not move is ended earlier. */
const REQUEST_TIMEOUT_MS = 300_000;

export function buildApp(deps: AppDeps): FastifyInstance {
  const { db, storage, logger, metrics } = deps;
  const app = buildServer({
    name: 'game',
    logger,
    metrics: metrics.registry,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    checks: { database: () => checkDatabase(db), storage: () => storage.check() },
  });
  const guards = { authentication: deps.authentication, internalToken: deps.internalToken };
  const register = createRegister(app, guards);
  registerCategories(register, deps);
  registerItems(register, deps);
  registerDeal(register, deps);
  registerSettings(register, deps);
  registerSounds(register, { ...deps, onSoundFailed: metrics.soundFailed });
  void app.register(mediaRoutes, { ...deps, guards });
  registerFiles(app, deps);
  return app;
}
