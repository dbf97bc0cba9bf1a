export * as auth from './auth/index.ts';
export * as catalog from './catalog/index.ts';
export * as game from './game/index.ts';
export * as status from './status/index.ts';

export * from './audit.ts';
export * from './client.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './failure-codes.ts';
export * from './failure-reason.ts';
export * from './format-bytes.ts';
export * from './languages.ts';
export * from './primitives.ts';
export * from './reach.ts';
export * from './readable.ts';
export * from './stream-cookie.ts';
export * from './text.ts';
export * from './values.ts';
