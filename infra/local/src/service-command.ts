import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { findHolder, readSecrets } from './data-folder.ts';
import { databaseUrl, findPostgresPort } from './postgres.ts';
import { Problem } from './problem.ts';
import { SERVICES, storageEnvironment } from './service-environment.ts';
import { findOwner } from './service-user.ts';
import { readSettings } from './settings.ts';

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
/** Services with their own commands, in `src/command.ts`. */
export type CommandService = 'auth' | 'game';

/**
 * Runs a service's command on the data of the site that runs here. Its output goes to the terminal or is returned, as
 * `output` says. Throws a `Problem` if no site runs with this data folder.
 */
export async function runCommand(options: {
  service: CommandService;
  args: string[];
  signal: AbortSignal;
  output: 'inherit' | 'return';
  /** The one in the settings by default. */
  dataDir?: string;
}): Promise<{ code: number; output: string }> {
  const dataDir = resolve(options.dataDir ?? readSettings(process.env).dataDir);
  const environment = await commandEnvironment(options.service, process.env, dataDir);
  const command = join(SERVICES, options.service, 'src', 'command.ts');
  const stdio = options.output === 'inherit' ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', command, ...options.args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    // So that the service can later change the files that the command writes.
    ...(await findOwner(join(dataDir, options.service === 'game' ? 'storage' : 'mail'))),
    stdio: [options.output === 'inherit' ? 'inherit' : 'ignore', stdio, stdio],
  });
  const end = () => child.kill();
  options.signal.addEventListener('abort', end);
  if (options.signal.aborted) end();
  const [said, complained] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    once(child, 'close'),
  ]);
  options.signal.removeEventListener('abort', end);
  return { code: child.exitCode ?? 1, output: said + complained };
}

async function commandEnvironment(
  service: CommandService,
  outer: NodeJS.ProcessEnv,
  dataDir: string,
): Promise<Record<string, string>> {
  const settings = readSettings(outer);
  const holder = await findHolder(dataDir);
  if (holder === undefined)
    throw new Problem(
      `Larksong is not running with the data in ${dataDir}. Start it with npm start, then run this in a second terminal (with the same DATA_DIR, if you set one).`,
    );
  const port = await findPostgresPort(join(dataDir, 'postgres'));
  if (port === undefined)
    throw new Problem('The database of Larksong is still starting. Please try again in a moment.');
  const secrets = readSecrets(dataDir);
  return {
    DATABASE_URL: databaseUrl({ port, password: secrets.postgresPassword, database: service }),
    ...(service === 'game'
      ? storageEnvironment({ dataDir, outer })
      : {
          AUTH_SECRET: secrets.authSecret,
          PUBLIC_URL: settings.publicUrl ?? `http://localhost:${holder.port}`,
        }),
  };
}
