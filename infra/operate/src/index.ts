export { commands } from './commands/index.ts';
