/** Replaces the package `typebox` in the browser; see schema-builders.ts. */
export * as Type from './schema-builders.ts';
