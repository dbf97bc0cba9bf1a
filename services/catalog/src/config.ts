import {
  authConfig,
  commonConfig,
  databaseConfig,
  internalConfig,
  loadConfig,
  publicUrlConfig,
  redisConfig,
  Secret,
} from '@larksong/service-kit';
import { auditConfig } from '@larksong/service-kit/audit';
import { storageConfig } from '@larksong/service-kit/storage';
import { Type, type Static } from 'typebox';

const GIB = 1024 ** 3;

const Visitors = Type.Union([Type.Literal('everybody'), Type.Literal('nobody')], {
  message: 'must be everybody or nobody',
});

export const Config = Type.Object({
  ...commonConfig,
  ...databaseConfig,
  ...redisConfig,
  ...storageConfig,
  ...authConfig,
  ...internalConfig,
  ...auditConfig,
  /** Connections for streams, whose requests have no rate limit and therefore must not starve calls. */
  DATABASE_FILE_CONNECTIONS: Type.Integer({ minimum: 1, default: 4 }),
  ...publicUrlConfig,
  STREAM_COOKIE_SECRET: Secret,
  /** The keys of links to lists are derived from it; without it, from STREAM_COOKIE_SECRET. */
  LINK_SECRET: Type.Optional(Secret),
  /** The one before, with which links that exist still open. */
  PREVIOUS_LINK_SECRET: Type.Optional(Secret),
  /** Who sees songs without signing in; if it is missing, superadmins decide. */
  SITE_VISITORS: Type.Optional(Visitors),
  /** Who may play the game of a closed site without signing in; if it is missing, superadmins decide. */
  GAME_VISITORS: Type.Optional(Visitors),
  /** Largest source file. */
  MAX_UPLOAD_BYTES: Type.Integer({ minimum: 1, default: 8 * GIB }),
  /** Seconds without progress after which an upload is aborted. */
  UPLOAD_STALL_SECONDS: Type.Integer({ minimum: 1, default: 30 }),
  /** Hours that an upload in parts waits for its next part. */
  UPLOAD_EXPIRY_HOURS: Type.Number({ exclusiveMinimum: 0, default: 24 }),
  /** Uploads are refused if they would leave less storage space than this. */
  MIN_FREE_BYTES: Type.Integer({ minimum: 0, default: 2 * GIB }),
  /** Bytes that all videos may take up, uploaded files and renditions; further uploads are refused. */
  SITE_QUOTA_BYTES: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Maximum total size of one uploader's videos, in bytes. */
  UPLOADER_QUOTA_BYTES: Type.Optional(Type.Integer({ minimum: 1 })),
  /** The same for teachers, unless their account has another limit. */
  TEACHER_QUOTA_BYTES: Type.Integer({ minimum: 0, default: 20 * GIB }),
  /** Seconds without progress after which an upload loses its reserved space. */
  UPLOAD_RESERVATION_SECONDS: Type.Integer({ minimum: 1, default: 600 }),
  /** Minimum seconds between two accepted progress reports from a viewer of a video; players send one every 10 s. */
  VIEW_REPORT_SECONDS: Type.Number({ exclusiveMinimum: 0, default: 5 }),
  /** View reports accepted per second from one account, or one network of visitors. */
  VIEWS_PER_SECOND: Type.Number({ exclusiveMinimum: 0, default: 10 }),
  /** Browsers of a network that count as viewers of a video within half an hour. */
  VIEWS_PER_NETWORK: Type.Integer({ minimum: 1, default: 40 }),
  /** Flags of songs accepted from one network in a day. */
  FLAGS_PER_NETWORK: Type.Integer({ minimum: 1, default: 20 }),
  /** Seconds without a heartbeat after which a unit is assigned to another worker. */
  HEARTBEAT_TIMEOUT_SECONDS: Type.Number({ minimum: 1, default: 12 }),
  /** Days for which the units of a completed video are kept. */
  FINISHED_UNIT_DAYS: Type.Number({ minimum: 0, default: 7 }),
  /** Days for which the uploaded file of a completed video is kept; without it, as long as the video. */
  KEEP_SOURCES: Type.Optional(
    Type.Number({ minimum: 0, message: 'must be a number of days; leave it out to keep them forever' }),
  ),
  /** Seconds between two rounds of the reconciler. */
  RECONCILE_SECONDS: Type.Number({ minimum: 0.1, default: 3 }),
});
export type Config = Static<typeof Config>;

/** The settings of `command.ts`: the database of the service. */
const CommandConfig = Type.Object({ DATABASE_URL: databaseConfig.DATABASE_URL });

/** Returns the settings of the command from this process's environment; throws like `readConfig`. */
export function readCommandConfig(): Static<typeof CommandConfig> {
  return loadConfig(CommandConfig, process.env);
}

/** Returns the settings of catalog; throws one error that names every problem. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return loadConfig(Config, environment);
}
