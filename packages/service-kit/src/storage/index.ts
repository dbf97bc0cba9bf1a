export * from './create-storage.ts';
export * from './keys.ts';
export * from './object-links.ts';
export { createMarkTable } from './mark-store.ts';
export { MarkedStorage } from './marked-storage.ts';
export * from './source-hash.ts';
export * from './storage-mark.ts';
export * from './types.ts';
export * from './upload-stream.ts';
