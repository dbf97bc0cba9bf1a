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
import { storageConfig } from '@larksong/service-kit/storage';
import { Type, type Static } from 'typebox';

const GIB = 1024 ** 3;

export const Config = Type.Object({
  ...commonConfig,
  ...databaseConfig,
  ...redisConfig,
  ...storageConfig,
  ...authConfig,
  ...internalConfig,
  ...publicUrlConfig,
  STREAM_COOKIE_SECRET: Secret,
  /** Largest source file. */
  MAX_UPLOAD_BYTES: Type.Integer({ minimum: 1, default: 8 * GIB }),
  /** An upload whose body does not move for this long is ended. */
  UPLOAD_STALL_SECONDS: Type.Integer({ minimum: 1, default: 30 }),
  /** An upload in parts waits so long for its next part. */
  UPLOAD_EXPIRY_HOURS: Type.Number({ exclusiveMinimum: 0, default: 24 }),
  /** Uploads are refused while storage would have less than this left. */
  MIN_FREE_BYTES: Type.Integer({ minimum: 0, default: 2 * GIB }),
  /** An upload of which nothing arrives for this long no longer keeps the space that it announced. */
  UPLOAD_RESERVATION_SECONDS: Type.Integer({ minimum: 1, default: 600 }),
  /** Seconds between two progress reports that are taken from a viewer of a video; players send one every 10 s. */
  VIEW_REPORT_SECONDS: Type.Number({ exclusiveMinimum: 0, default: 5 }),
  /** So many view reports a second are taken from one account, or one network of visitors. */
  VIEWS_PER_SECOND: Type.Number({ exclusiveMinimum: 0, default: 10 }),
  /** A unit whose worker has not been heard of for this long is given to another. */
  HEARTBEAT_TIMEOUT_SECONDS: Type.Number({ minimum: 1, default: 12 }),
  /** How long the units of a completed video are kept. */
  FINISHED_UNIT_DAYS: Type.Number({ minimum: 0, default: 7 }),
  /** Pause between two rounds of the reconciler. */
  RECONCILE_SECONDS: Type.Number({ minimum: 0.1, default: 3 }),
});
export type Config = Static<typeof Config>;

/** The settings of catalog; throws one error that names every problem. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return loadConfig(Config, environment);
}
