export * from './minio.ts';
export * from './servers.ts';
export * from './tokens.ts';
