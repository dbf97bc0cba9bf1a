import { databaseConfig, loadConfig, publicUrlConfig, Secret } from '@larksong/service-kit';
import { storageConfig } from '@larksong/service-kit/storage';
import { Type, type Static } from 'typebox';

const DatabaseUrl = databaseConfig.DATABASE_URL;

/** Settings of backups; `BACKUP_FOLDER` is a folder, or a bucket as `s3://bucket/prefix`. */
export const backupConfig = {
  BACKUP_FOLDER: Type.Optional(Type.String({ minLength: 1 })),
  /** Hour of the nightly backup, in the time zone of the machine. */
  BACKUP_HOUR: Type.Integer({ minimum: 0, maximum: 23, default: 3 }),
  /** Number of backups that are kept. */
  BACKUP_KEEP: Type.Integer({ minimum: 1, maximum: 10_000, default: 14 }),
  /** `copy`: files are copied; `links`: hard links on the same disk; `list`: only their names. */
  BACKUP_OBJECTS: Type.Optional(
    Type.Union([Type.Literal('copy'), Type.Literal('links'), Type.Literal('list')], {
      message: 'must be copy, links or list',
    }),
  ),
  /** Encrypts new backup folders. */
  BACKUP_PASSPHRASE: Type.Optional(Type.String({ minLength: 8, message: 'must have at least 8 characters' })),
  /** The S3 server of `s3://` folders; the site's own by default. */
  BACKUP_S3_ENDPOINT: storageConfig.S3_ENDPOINT,
  BACKUP_S3_ACCESS_KEY: storageConfig.S3_ACCESS_KEY,
  BACKUP_S3_SECRET_KEY: storageConfig.S3_SECRET_KEY,
  BACKUP_S3_REGION: storageConfig.S3_REGION,
};

/** The S3 server of `s3://bucket` in `move-storage`; the site's own by default. */
const moveConfig = {
  MOVE_S3_ENDPOINT: storageConfig.S3_ENDPOINT,
  MOVE_S3_ACCESS_KEY: storageConfig.S3_ACCESS_KEY,
  MOVE_S3_SECRET_KEY: storageConfig.S3_SECRET_KEY,
  MOVE_S3_REGION: Type.Optional(Type.String({ minLength: 1 })),
};

export const Config = Type.Object({
  AUTH_DATABASE_URL: DatabaseUrl,
  CATALOG_DATABASE_URL: DatabaseUrl,
  GAME_DATABASE_URL: DatabaseUrl,
  ...storageConfig,
  ...publicUrlConfig,
  AUTH_SECRET: Secret,
  INTERNAL_TOKEN: Secret,
  STREAM_COOKIE_SECRET: Secret,
  LINK_SECRET: Type.Optional(Secret),
  /** Folder of pictures and sounds of the game that are placed by hand. */
  PUBLIC_DIR: Type.Optional(Type.String({ minLength: 1 })),
  /** The data folder of `npm start`; missing in containers. */
  DATA_DIR: Type.Optional(Type.String({ minLength: 1 })),
  ...backupConfig,
  ...moveConfig,
});
export type Config = Static<typeof Config>;

/** Returns the settings of the command line; throws one error that names every problem. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return loadConfig(Config, environment);
}
