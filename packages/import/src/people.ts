export * from './decode-text.ts';
export * from './formula-cell.ts';
export * from './read-people.ts';
