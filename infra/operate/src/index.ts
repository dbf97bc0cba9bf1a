export type { Command } from './command.ts';
export { importFolder } from './commands/import.ts';
