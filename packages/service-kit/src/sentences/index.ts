export * from './in-english.ts';
export * from './say.ts';
export * from './why.ts';
