export * from './database-metrics.ts';
export * from './keep-reading.ts';
export * from './loop-metrics.ts';
export * from './read-gauge.ts';
export * from './process-metrics.ts';
