import {
  authConfig,
  commonConfig,
  databaseConfig,
  internalConfig,
  loadConfig,
  redisConfig,
} from '@larksong/service-kit';
import { storageConfig } from '@larksong/service-kit/storage';
import { Type, type Static } from 'typebox';

export const Config = Type.Object({
  ...commonConfig,
  ...databaseConfig,
  ...redisConfig,
  ...storageConfig,
  ...authConfig,
  ...internalConfig,
  /** Folder of the pictures and sounds that are placed by hand; need not be there. */
  PUBLIC_DIR: Type.String({ default: 'public', minLength: 1 }),
  /** Largest picture or sound that is taken in. */
  MAX_MEDIA_BYTES: Type.Integer({ default: 10 * 1024 * 1024, minimum: 1, maximum: 64 * 1024 * 1024 }),
  /** An upload whose body does not move for this long is ended. */
  UPLOAD_STALL_SECONDS: Type.Integer({ default: 30, minimum: 1 }),
  /** A sound whose worker has not been heard of for this long is given to another. */
  HEARTBEAT_TIMEOUT_SECONDS: Type.Number({ default: 12, minimum: 1 }),
  /** Pause between two rounds of the reconciler. */
  RECONCILE_SECONDS: Type.Number({ default: 3, minimum: 0.1 }),
});
export type Config = Static<typeof Config>;

/** What `command.ts` needs: the database and the storage that the service uses. */
const CommandConfig = Type.Object({ ...storageConfig, DATABASE_URL: databaseConfig.DATABASE_URL });
export type CommandConfig = Static<typeof CommandConfig>;

/** The settings of game; throws one error that names every problem. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return loadConfig(Config, environment);
}

/** The settings of the command, from this process' environment; throws like `readConfig`. */
export function readCommandConfig(): CommandConfig {
  return loadConfig(CommandConfig, process.env);
}
