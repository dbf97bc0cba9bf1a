import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { HELP, type CommandHelp } from '../../../../services/auth/src/commands/help.ts';
import type { Command, Surroundings } from '../command.ts';
import { readConfig, type Config } from '../config.ts';

const SERVICES = join(import.meta.dirname, '..', '..', '..', '..', 'services');

/** Commands that auth, catalog and game provide in their own `src/command.ts`. */
export const serviceCommands: Record<string, Command> = {
  users: ofService('auth', 'users', HELP.users),
  'mail-test': ofService('auth', 'mail-test', HELP['mail-test']),
  maintenance: ofService('auth', 'maintenance', HELP.maintenance),
  'rotate-keys': ofService('auth', 'rotate-keys', HELP['rotate-keys']),
  lists: ofService('catalog', 'lists', {
    usage: 'list | export FILE | import FILE',
    summary: 'show the lists of songs, and take them to another site',
    details: `  lists list                     show all lists, those of the site first
      --json                     print them as JSON
  lists export FILE [ID ...]     write titles and hashes of these lists, by default of the site's; - is standard output
  lists import FILE              add the lists of such a file to those of the site; - is standard input
      --dry-run                  say what would be done with each list and each song
      --owner ID                 add them for the account with this id instead

A song is found by its uploaded file, or by a title that only one song has. A list of a name that exists already is
left out, so the command can be repeated. Every list that is added is recorded in the audit log, by "command line".`,
  }),
  seed: ofService('game', 'seed', {
    usage: '[--language de|es]',
    summary: "add the missing letters of the memory game's starter pack",
    details: 'With --language, adds those of the German or Spanish one: words and pictures, without sounds.',
  }),
};

function ofService(service: Service, name: string, help: CommandHelp): Command {
  return { ...help, run: (args, around) => runService(service, [name, ...args], around) };
}

/** Runs `src/command.ts` of a service with the arguments, and returns its exit code. */
export async function runService(
  service: Service,
  args: string[],
  { environment, signal }: Pick<Surroundings, 'environment' | 'signal'>,
): Promise<number> {
  const config = readConfig(environment);
  const script = join(SERVICES, service, 'src', 'command.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    env: { ...environment, DATABASE_URL: databaseOf(config, service) },
    ...(await findOwner(config.STORAGE_DIR)),
    stdio: 'inherit',
  });
  const end = () => child.kill();
  signal.addEventListener('abort', end);
  const [code] = (await once(child, 'close')) as [number | null]; // as Node documents the event
  signal.removeEventListener('abort', end);
  return code ?? 1;
}

type Service = 'auth' | 'catalog' | 'game';

function databaseOf(config: Config, service: Service): string {
  const { AUTH_DATABASE_URL: auth, CATALOG_DATABASE_URL: catalog, GAME_DATABASE_URL: game } = config;
  return { auth, catalog, game }[service];
}

/** Returns the owner of the folder of storage, for root alone, so that the services can later change new files. */
async function findOwner(folder: string | undefined): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0 || folder === undefined) return undefined;
  const found = await stat(folder).catch(() => undefined);
  return found && { uid: found.uid, gid: found.gid };
}
