export * from './servers.ts';
export * from './tokens.ts';
