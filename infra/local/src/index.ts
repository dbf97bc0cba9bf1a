export { uploadDemoVideo } from './first-start/demo-video.ts';
export { findSetupAddress, followSetup } from './first-start/follow-setup.ts';
export { METRICS_TARGETS } from './data-folder/metrics-targets.ts';
export { freePort } from './host/ports.ts';
export { startPostgres, type Postgres, type PostgresOptions } from './servers/postgres.ts';
export { startRedis, type RedisOptions, type RedisServer } from './servers/redis.ts';
export { startStack } from './stack.ts';
export type { Stack, StackOptions, StackProcess } from './settings/stack-options.ts';
export { loadStarterPack } from './first-start/starter-pack.ts';
export { CHROMIUM, FFMPEG, findCommand } from './host/tools.ts';
export {
  listSettings,
  readSchema,
  SERVICE_NAMES,
  type SettingSchema,
} from './settings/service-environment.ts';
