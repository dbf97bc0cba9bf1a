export * from './create-storage.ts';
export * from './keys.ts';
export * from './object-links.ts';
export * from './source-hash.ts';
export * from './types.ts';
export * from './upload-stream.ts';
