export * from './decode-picture.ts';
export * from './recognize-picture.ts';
