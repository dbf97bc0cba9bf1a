export * from './minio.ts';
export * from './servers.ts';
export * from './swallowing-proxy.ts';
export * from './tokens.ts';
