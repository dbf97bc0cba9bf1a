export * from './content.ts';
export * from './deal.ts';
export * from './letter-order.ts';
export * from './letters.ts';
export * from './shuffle.ts';
export * from './sound-formats.ts';
export * from './sounds.ts';
export * from './text.ts';
