export { uploadDemoVideo } from './demo-video.ts';
export { freePort } from './ports.ts';
export { startPostgres, type Postgres, type PostgresOptions } from './postgres.ts';
export { startRedis, type RedisOptions, type RedisServer } from './redis.ts';
export { startStack } from './stack.ts';
export type { Stack, StackOptions, StackProcess } from './stack-options.ts';
export { loadStarterPack } from './starter-pack.ts';
export { CHROMIUM, FFMPEG, findCommand } from './tools.ts';
export { listSettings, SERVICE_NAMES } from './service-environment.ts';
