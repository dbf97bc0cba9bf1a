export * from './code-keys.ts';
export * from './codes.ts';
