import type { Command } from '../command.ts';
import { config } from './config.ts';
import { serviceCommands } from './service-commands.ts';

/** All commands, in the order of the help. */
export const commands: Record<string, Command> = {
  ...serviceCommands,
  config,
};
