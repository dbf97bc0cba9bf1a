import {
  authConfig,
  commonConfig,
  databaseConfig,
  internalConfig,
  loadConfig,
  redisConfig,
} from '@larksong/service-kit';
import { auditConfig } from '@larksong/service-kit/audit';
import { MAX_PUT_BYTES, storageConfig } from '@larksong/service-kit/storage';
import { Type, type Static } from 'typebox';

export const Config = Type.Object({
  ...commonConfig,
  ...databaseConfig,
  ...redisConfig,
  ...storageConfig,
  ...authConfig,
  ...internalConfig,
  ...auditConfig,
  /** Connections for pictures and sounds, which therefore cannot starve calls. */
  DATABASE_FILE_CONNECTIONS: Type.Integer({ minimum: 1, default: 4 }),
  /** Folder of pictures and sounds that are placed by hand; it may be missing. */
  PUBLIC_DIR: Type.String({ default: 'public', minLength: 1 }),
  /** Maximum size of an uploaded picture or sound. */
  MAX_MEDIA_BYTES: Type.Integer({ default: 10 * 1024 * 1024, minimum: 1, maximum: 64 * 1024 * 1024 }),
  /** Maximum size of a card pack, as a zip and unpacked. */
  PACK_MAX_BYTES: Type.Integer({ default: MAX_PUT_BYTES, minimum: 1, maximum: MAX_PUT_BYTES }),
  /** Maximum number of files, and of names, of a card pack. */
  PACK_MAX_FILES: Type.Integer({ default: 5000, minimum: 1, maximum: 60_000 }),
  /** Seconds without progress after which an upload is aborted. */
  UPLOAD_STALL_SECONDS: Type.Integer({ default: 30, minimum: 1 }),
  /** Seconds without a heartbeat after which a sound is assigned to another worker. */
  HEARTBEAT_TIMEOUT_SECONDS: Type.Number({ default: 12, minimum: 1 }),
  /** Seconds between two rounds of the reconciler. */
  RECONCILE_SECONDS: Type.Number({ default: 3, minimum: 0.1 }),
});
export type Config = Static<typeof Config>;

/** The settings of `command.ts`: the database and the storage of the service. */
const CommandConfig = Type.Object({ ...storageConfig, DATABASE_URL: databaseConfig.DATABASE_URL });
export type CommandConfig = Static<typeof CommandConfig>;

/** Returns the settings of game; throws one error that names every problem. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return loadConfig(Config, environment);
}

/** Returns the settings of the command from this process's environment; throws like `readConfig`. */
export function readCommandConfig(): CommandConfig {
  return loadConfig(CommandConfig, process.env);
}
