import { resolve } from 'node:path';

import { switchLogLevel } from './log-level.ts';
import { runCommand, type CommandService } from './service-command.ts';
import { readSettings } from './settings.ts';

/** Commands that are not auth's. */
const OTHERS: Record<string, CommandService> = { seed: 'game' };
const OTHERS_USAGE = `Or these commands:
  seed                add the missing letters of the memory game's starter pack
  log-level [NAME]    switch the log of all services, or of one, to debug and back
`;

/**
 * Runs `npm run larksong -- <command> [email]`, a command of auth or game, on the data of the site that runs here, and
 * returns its exit code. Throws a `Problem` if no site runs with this data folder.
 */
export async function larksong({ args, signal }: { args: string[]; signal: AbortSignal }): Promise<number> {
  const [name = ''] = args;
  if (name === 'log-level') {
    const switched = switchLogLevel(resolve(readSettings(process.env).dataDir), args[1]);
    process.stdout.write(`Switched to debug, or back: ${switched.join(', ')}.\n`);
    return 0;
  }
  const service = Object.hasOwn(OTHERS, name) ? OTHERS[name] : undefined;
  const { code } = await runCommand({ service: service ?? 'auth', args, signal, output: 'inherit' });
  // Auth has shown its own commands.
  if (name === '') process.stderr.write(OTHERS_USAGE);
  return code;
}
