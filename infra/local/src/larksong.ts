import { resolve } from 'node:path';

import type { Command } from '@larksong/operate';

import { findHolder } from './data-folder.ts';
import { Problem } from './problem.ts';
import { runCommand, type CommandService } from './service-command.ts';
import { readSettings } from './settings.ts';

/** Commands that talk to the running site by its calls; loaded only when they run. */
const CLIENTS: Record<string, () => Promise<Command>> = {
  import: async () => (await import('@larksong/operate')).importFolder,
};

/** Commands that are not auth's. */
const OTHERS: Record<string, CommandService> = { seed: 'game' };
const OTHERS_USAGE = `Or one of these:
  import <folder>     upload all videos in a folder; --help shows more
  seed                add the missing letters of the memory game's starter pack
`;

/**
 * Runs `npm run larksong -- <command> …`, such as a command of auth or game, on the data of the site that runs here, and
 * returns its exit code. Throws a `Problem` if no site runs with this data folder.
 */
export async function larksong({ args, signal }: { args: string[]; signal: AbortSignal }): Promise<number> {
  const [name = '', ...rest] = args;
  const client = Object.hasOwn(CLIENTS, name) ? CLIENTS[name] : undefined;
  if (client) return runClient(await client(), rest, signal);
  const service = Object.hasOwn(OTHERS, name) ? OTHERS[name] : undefined;
  const { code } = await runCommand({ service: service ?? 'auth', args, signal, output: 'inherit' });
  // Auth has shown its own commands.
  if (name === '') process.stderr.write(OTHERS_USAGE);
  return code;
}

/** Runs a command against the site that runs here, or against the one that `--url` names. */
async function runClient(command: Command, args: string[], signal: AbortSignal): Promise<number> {
  if (args.includes('--help')) {
    console.log(`larksong import ${command.usage}\n\n${command.details ?? ''}`);
    return 0;
  }
  const dataDir = resolve(readSettings(process.env).dataDir);
  const holder = await findHolder(dataDir);
  const site = holder ? { DATA_DIR: dataDir, PUBLIC_URL: `http://localhost:${holder.port}` } : {};
  try {
    const code = await command.run(args, {
      environment: { ...process.env, ...site },
      signal,
      print: (line) => console.log(line),
      note: (line) => console.error(line),
    });
    return code ?? 0;
  } catch (error) {
    throw new Problem(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
