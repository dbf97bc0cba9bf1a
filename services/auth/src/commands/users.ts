import { WrongUse } from '@larksong/service-kit';

import {
  deleteUser,
  disableUser,
  enableUser,
  keepUser,
  resetPassword,
  setPassword,
  setRole,
} from './change-user.ts';
import type { Command } from './command.ts';
import { createUser } from './create-user.ts';
import { listUsers } from './list-users.ts';
import { exportUsers, importUsers } from './people.ts';

const COMMANDS: Record<string, Command> = {
  list: listUsers,
  create: createUser,
  'set-role': setRole,
  'set-password': setPassword,
  'reset-password': resetPassword,
  disable: disableUser,
  enable: enableUser,
  delete: deleteUser,
  keep: keepUser,
  import: importUsers,
  export: exportUsers,
};

/** `users COMMAND …`. */
export const users: Command = ([name = '', ...args]) => {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command)
    throw new WrongUse(name === '' ? 'A command is missing.' : `There is no command "users ${name}".`);
  return command(args);
};
