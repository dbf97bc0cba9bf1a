import { commonConfig, databaseConfig, loadConfig, Secret } from '@larksong/service-kit';
import { storageConfig } from '@larksong/service-kit/storage';
import { Type, type Static } from 'typebox';

const DATABASE_URL = Type.String({ pattern: '^postgres(ql)?://', message: 'must be a postgres:// address' });

export const Config = Type.Object({
  ...commonConfig,
  ...databaseConfig,
  ...storageConfig,
  DATABASE_URL,
  REDIS_URL: Type.String({ pattern: '^rediss?://', message: 'must be a URL like redis://redis:6379' }),
  AUTH_URL: Type.String({ pattern: '^https?://', message: 'must be the URL of the auth service' }),
  /** Auth is asked this often while it does not answer. */
  AUTH_PROBE_SECONDS: Type.Number({ minimum: 0.1, default: 3 }),
  INTERNAL_TOKEN: Secret,
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
const CommandConfig = Type.Object({ ...storageConfig, DATABASE_URL });
export type CommandConfig = Static<typeof CommandConfig>;

/** The settings of game; throws one error that names every problem. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return loadConfig(Config, environment);
}

export function readCommandConfig(): CommandConfig {
  return loadConfig(CommandConfig, process.env);
}
