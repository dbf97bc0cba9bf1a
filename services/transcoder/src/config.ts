import { hostname, tmpdir } from 'node:os';

import { commonConfig, internalConfig, loadConfig, redisConfig, ServiceUrl } from '@larksong/service-kit';
import { storageConfig } from '@larksong/service-kit/storage';
import { Type, type Static } from 'typebox';

export const Config = Type.Object({
  ...commonConfig,
  ...redisConfig,
  ...storageConfig,
  ...internalConfig,
  /** Serves only health checks and metrics. */
  PORT: Type.Integer({ default: 3004, minimum: 0, maximum: 65_535 }),
  /** Name of this worker on the dashboard. */
  WORKER_NAME: Type.String({ default: hostname(), minLength: 1, maxLength: 200 }),
  CATALOG_URL: ServiceUrl,
  GAME_URL: ServiceUrl,
  /** Folder that ffmpeg writes to before segments are stored; needs some hundred megabytes. */
  WORK_DIR: Type.String({ default: tmpdir(), minLength: 1 }),
  /** Maximum number of video chunks encoded at once. */
  HEAVY_SLOTS: Type.Integer({ default: 1, minimum: 0, maximum: 64 }),
  /** Maximum number of other units (plan, audio, extras, finish) run at once. */
  LIGHT_SLOTS: Type.Integer({ default: 1, minimum: 0, maximum: 64 }),
  /** Maximum number of the game's sounds prepared at once; each takes about a second. */
  SOUND_SLOTS: Type.Integer({ default: 1, minimum: 0, maximum: 64 }),
  /** `require` refuses to start if ffmpeg cannot run inside bubblewrap; `auto` logs a warning. */
  SANDBOX: Type.Union([Type.Literal('auto'), Type.Literal('require')], { default: 'auto' }),
  FFMPEG_PATH: Type.String({ default: 'ffmpeg', minLength: 1 }),
  FFPROBE_PATH: Type.String({ default: 'ffprobe', minLength: 1 }),
  /** Threads per decoder; 0 means one per processor, at most 8. */
  FFMPEG_THREADS: Type.Integer({ default: 0, minimum: 0, maximum: 64 }),
  /** Priority of ffmpeg (nice), from 0 to 19: the higher, the more do requests and other programs take precedence. */
  FFMPEG_NICENESS: Type.Integer({ default: 10, minimum: 0, maximum: 19 }),
});
export type Config = Static<typeof Config>;

/** Returns the transcoder's settings. Throws one error that lists every problem. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return loadConfig(Config, environment);
}
