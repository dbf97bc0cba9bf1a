/*
 * For operators: node services/auth/src/command.ts <command> …
 * Uses the database only, so auth need not be running.
 */
import { createDatabase, createLogger, migrateToLatest, runCommand, WrongUse } from '@larksong/service-kit';

import type { Command } from './commands/command.ts';
import { HELP, type CommandHelp, type CommandName } from './commands/help.ts';
import { maintenance } from './commands/maintenance.ts';
import { mailTest } from './commands/mail-test.ts';
import { rotateKeys } from './commands/rotate-keys.ts';
import { users } from './commands/users.ts';
import { readCommandConfig } from './config.ts';
import { migrations } from './db/migrations/index.ts';
import type { Tables } from './db/tables.ts';

const COMMANDS: Record<CommandName, Command> = {
  users,
  'mail-test': mailTest,
  maintenance,
  'rotate-keys': rotateKeys,
};

async function main(args: string[]): Promise<string> {
  const [name = '', ...rest] = args.filter((arg) => arg !== '--json');
  const wantsHelp = args.some((arg) => ['help', '--help', '-h'].includes(arg));
  if (wantsHelp) return isCommand(name) ? describe(name, HELP[name]) : describeAll();
  if (!isCommand(name))
    throw new WrongUse(`${name === '' ? '' : `There is no command "${name}". `}${describeAll()}`);
  const run = read(name, rest);
  const config = readCommandConfig();
  const logger = createLogger({ name: 'auth-command', level: 'silent' });
  const db = createDatabase<Tables>({ url: config.DATABASE_URL, logger, poolSize: 2 });
  try {
    await migrateToLatest({ url: config.DATABASE_URL, logger, migrations });
    const { text, data } = await run({ db, config, note: (line) => process.stderr.write(`${line}\n`) });
    return args.includes('--json') ? JSON.stringify(data, null, 2) : text;
  } finally {
    await db.destroy();
  }
}

function isCommand(name: string): name is CommandName {
  return Object.hasOwn(HELP, name);
}

function read(name: CommandName, args: string[]): ReturnType<Command> {
  try {
    return COMMANDS[name](args);
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error;
    throw new WrongUse(`${error.message}\n${name} --help explains the command.`, { cause: error });
  }
}

function describeAll(): string {
  const commands = Object.entries(HELP).map(([name, help]) => describe(name, help));
  return `Use one of these:\n\n${commands.join('\n\n')}`;
}

function describe(name: string, { usage, summary, details }: CommandHelp): string {
  return [`${name} ${usage}`.trimEnd(), `  ${summary}`, ...(details ? [details] : [])].join('\n');
}

await runCommand(main);
