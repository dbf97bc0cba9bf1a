export * from './decode-picture.ts';
export * from './is-plain-png.ts';
export * from './recognize-picture.ts';
