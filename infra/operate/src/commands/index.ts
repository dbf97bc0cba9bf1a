import type { Command } from '../command.ts';
import { backup } from './backup.ts';
import { backups } from './backups.ts';
import { config } from './config.ts';
import { doctor } from './doctor.ts';
import { goBack } from './go-back.ts';
import { importFolder } from './import.ts';
import { logLevel } from './log-level.ts';
import { moveStorage } from './move-storage.ts';
import { nightly } from './nightly.ts';
import { restore } from './restore.ts';
import { serviceCommands } from './service-commands.ts';
import { verify } from './verify.ts';

/** All commands, in the order of the help. */
export const commands: Record<string, Command> = {
  backup,
  backups,
  restore,
  'go-back': goBack,
  verify,
  nightly,
  'move-storage': moveStorage,
  import: importFolder,
  ...serviceCommands,
  doctor,
  config,
  'log-level': logLevel,
};
