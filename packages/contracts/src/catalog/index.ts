export * from './dashboard.ts';
export * from './editing.ts';
export * from './object-names.ts';
export * from './segments.ts';
export * from './units.ts';
export * from './uploads.ts';
export * from './videos.ts';
export * from './web-vtt.ts';
