import { tmpdir } from 'node:os';

import { commonConfig, internalConfig, loadConfig, redisConfig, ServiceUrl } from '@larksong/service-kit';
import { storageConfig } from '@larksong/service-kit/storage';
import { Type, type Static } from 'typebox';

export const Config = Type.Object({
  ...commonConfig,
  ...redisConfig,
  ...storageConfig,
  ...internalConfig,
  /** For health and metrics only. */
  PORT: Type.Integer({ default: 3004, minimum: 0, maximum: 65_535 }),
  CATALOG_URL: ServiceUrl,
  GAME_URL: ServiceUrl,
  /** Where ffmpeg writes before segments go into storage; some hundred megabytes. */
  WORK_DIR: Type.String({ default: tmpdir(), minLength: 1 }),
  /** How many chunks of pictures are encoded at once. */
  HEAVY_SLOTS: Type.Integer({ default: 1, minimum: 0, maximum: 64 }),
  /** How many other units (plan, sound, thumbnails, checks) run at once. */
  LIGHT_SLOTS: Type.Integer({ default: 1, minimum: 0, maximum: 64 }),
  /** How many sounds of the game are prepared at once; each takes about a second. */
  SOUND_SLOTS: Type.Integer({ default: 1, minimum: 0, maximum: 64 }),
  /** `require` refuses to start where ffmpeg cannot be run inside bubblewrap; `auto` warns. */
  SANDBOX: Type.Union([Type.Literal('auto'), Type.Literal('require')], { default: 'auto' }),
  FFMPEG_PATH: Type.String({ default: 'ffmpeg', minLength: 1 }),
  FFPROBE_PATH: Type.String({ default: 'ffprobe', minLength: 1 }),
  /** Threads of a decoder and of a filter graph; 0 takes as many as there are processors, at most 8. */
  FFMPEG_THREADS: Type.Integer({ default: 0, minimum: 0, maximum: 64 }),
});
export type Config = Static<typeof Config>;

/** The settings of the transcoder; throws one error that names every problem. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  return loadConfig(Config, environment);
}
