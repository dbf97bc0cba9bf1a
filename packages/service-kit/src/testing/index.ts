export * from './list-admitted.ts';
export * from './minio.ts';
export * from './servers.ts';
export * from './stopwatch.ts';
export * from './swallowing-proxy.ts';
export * from './tokens.ts';
