export { uploadDemoVideo } from './demo-video.ts';
export { freePort } from './ports.ts';
export { startPostgres, type Postgres, type PostgresOptions } from './postgres.ts';
export { startRedis, type RedisOptions, type RedisServer } from './redis.ts';
export { startStack, type Stack, type StackOptions, type StackProcess } from './stack.ts';
export { loadStarterPack } from './starter-pack.ts';
export { CHROMIUM, FFMPEG, findCommand } from './tools.ts';
