import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findHolder, readSecrets } from './data-folder.ts';
import { databaseUrl, findPostgresPort } from './postgres.ts';
import { Problem } from './problem.ts';
import { readSettings } from './settings.ts';

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const COMMAND = join('services', 'auth', 'src', 'command.ts');

/**
 * `npm run larksong -- <command> [email]`: runs auth's command on the data of the site that runs here, and gives its
 * exit code. Throws a `Problem` when no site runs with this data folder.
 */
export async function larksong({ args, signal }: { args: string[]; signal: AbortSignal }): Promise<number> {
  const environment = await commandEnvironment(process.env);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', COMMAND, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  signal.addEventListener('abort', () => child.kill());
  await once(child, 'exit');
  return child.exitCode ?? 1;
}

async function commandEnvironment(outer: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const settings = readSettings(outer);
  const dataDir = resolve(settings.dataDir);
  const holder = await findHolder(dataDir);
  if (holder === undefined)
    throw new Problem(
      `Larksong is not running with the data in ${dataDir}. Start it with npm start, then run this in a second terminal (with the same DATA_DIR, if it has one).`,
    );
  const port = await findPostgresPort(join(dataDir, 'postgres'));
  if (port === undefined)
    throw new Problem('The database of Larksong is just starting. Please try again in a moment.');
  const secrets = readSecrets(dataDir);
  return {
    DATABASE_URL: databaseUrl({ port, password: secrets.postgresPassword, database: 'auth' }),
    AUTH_SECRET: secrets.authSecret,
    PUBLIC_URL: settings.publicUrl ?? `http://localhost:${holder.port}`,
  };
}
