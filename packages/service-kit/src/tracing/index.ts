export * from './config.ts';
export * from './spans.ts';
