export * from './compile-message.ts';
export * from './format-message.ts';
export * from './groups.ts';
export * from './read-catalogue.ts';
export * from './texts.ts';
