import { game, type status } from '@larksong/contracts';
import {
  addBinaryBodies,
  buildServer,
  checkDatabase,
  compactResponses,
  createRegister,
  registerAudit,
  type Authentication,
  type NestAuthentication,
  type Logger,
} from '@larksong/service-kit';
import type { Storage } from '@larksong/service-kit/storage';
import type { FastifyInstance } from 'fastify';

import { registerCategories } from './categories/routes.ts';
import type { Db } from './db/tables.ts';
import type { Random } from './deal/deal.ts';
import { registerDeal } from './deal/routes.ts';
import type { KnownMedia } from './files/known-media.ts';
import type { PublicFolder } from './files/public-folder.ts';
import { registerFiles } from './files/routes.ts';
import { registerItems } from './items/routes.ts';
import { registerLanguages } from './packs/languages.ts';
import { registerMedia } from './media/routes.ts';
import type { Metrics } from './metrics.ts';
import { registerPacks } from './packs/routes.ts';
import { registerSettings } from './settings/routes.ts';
import { registerSounds } from './sounds/routes.ts';
import { registerStatus } from './status/routes.ts';

export interface AppDeps {
  db: Db;
  /** Connections for requests for pictures and sounds. */
  files: Db;
  knownMedia: KnownMedia;
  storage: Storage;
  /** Files placed by hand, and those that are part of the game. */
  folder: PublicFolder;
  builtIn: PublicFolder;
  /** The folder of the starter packs. */
  starterDir: string;
  authentication: Authentication;
  nestAuthentication: NestAuthentication;
  internalToken: string;
  logger: Logger;
  accessLog: 'on' | 'off';
  /** Maximum number of log lines per minute about the requests of one client network. */
  linesPerMinute: number;
  metrics: Metrics;
  random: Random;
  maxMediaBytes: number;
  maxPackBytes: number;
  maxPackFiles: number;
  stallSeconds: number;
  /** Called when objects must be removed, and when a sound must be prepared. */
  onSweep: () => void;
  onSoundDue: () => void;
  /** Called when a pack is to be imported. */
  onImport: () => void;
  /** Describes this process and its servers. */
  describeProcess: () => Promise<status.ProcessStatus>;
}

/** Allows a pack over a slow line; a body that stalls is aborted earlier. */
const REQUEST_TIMEOUT_MS = 1_800_000;

/** Returns game's server with all of its routes; it does not listen yet. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { db, storage, logger, metrics } = deps;
  const app = buildServer({
    name: 'game',
    logger,
    accessLog: deps.accessLog,
    linesPerMinute: deps.linesPerMinute,
    metrics: metrics.registry,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    checks: { postgres: () => checkDatabase(db), storage: () => storage.check() },
  });
  await compactResponses(app);
  const register = createRegister(app, deps);
  registerCategories(register, deps);
  registerItems(register, deps);
  registerDeal(register, deps);
  registerLanguages(register, deps);
  registerSettings(register, deps);
  registerSounds(register, { ...deps, onSoundFailed: metrics.soundFailed });
  registerStatus(register, deps);
  registerFiles(app, deps);
  registerAudit(register, deps, game.auditLog);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    addBinaryBodies(scope, '*'); // uploads are accepted with any content type
    const registerUpload = createRegister(scope, deps);
    registerMedia(registerUpload, deps);
    registerPacks(registerUpload, deps);
  });
  return app;
}
