export * from './cached.ts';
export * from './probe-database.ts';
export * from './probe-redis.ts';
export * from './probe-folder.ts';
export * from './probe-storage.ts';
export * from './process-status.ts';
export * from './root-of.ts';
export * from './weak-secret.ts';
