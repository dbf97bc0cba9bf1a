export * from './browser-cookies.ts';
export * from './code-keys.ts';
export * from './codes.ts';
export { createGuesses, withGuess, type Guesses } from './guess-limits.ts';
export { placesOf } from './guess-rules.ts';
