export * from './decode-text.ts';
export * from './file-names.ts';
export * from './find-films.ts';
export * from './known-sources.ts';
export * from './language.ts';
export * from './obstacle.ts';
export * from './plan-import.ts';
export { MAX_TABLE_BYTES } from './read-table.ts';
export * from './title.ts';
