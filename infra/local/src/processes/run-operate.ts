import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { findHolder } from '../data-folder/data-folder.ts';
import { readMetricsTargets, type MetricsTarget } from '../data-folder/metrics-targets.ts';
import { readGivenServers } from '../data-folder/noted-servers.ts';
import { databaseUrl, findPostgresPort } from '../data-folder/own-database.ts';
import { readSecrets } from '../data-folder/secrets.ts';
import { publicUrlOf } from '../data-folder/site-settings.ts';
import { Problem } from '../host/problem.ts';
import { ROOT } from '../host/root.ts';
import { readVersion } from '../host/version.ts';
import { reachable } from '../settings/addresses.ts';
import { databaseOn } from '../settings/server-addresses.ts';
import { storageEnvironment } from '../settings/service-environment.ts';
import { readSettings, type StartSettings } from '../settings/settings.ts';

const OPERATE = join(ROOT, 'infra', 'operate', 'src', 'main.ts');
/** The exit code of a command that was not understood. */
const WRONG_USE = 2;

interface OperateRun {
  args: string[];
  environment: Record<string, string | undefined>;
  signal: AbortSignal;
  /** Whether the output goes to the terminal or is returned. */
  output: 'inherit' | 'return';
  /** Gets each line about the progress, and the error, at once; only if the output is returned. */
  note?: (line: string) => void;
}

export interface OperateResult {
  code: number;
  /** The result, without the lines about the progress. */
  result: string;
  /** Why it failed. */
  complaint: string;
  /** Everything. */
  output: string;
}

/** Runs a command of `infra/operate` and returns its exit code and its output. */
export async function runOperate(run: OperateRun): Promise<OperateResult> {
  const isShown = run.output === 'inherit';
  // Only the launcher understands "off".
  const hour = process.env['BACKUP_HOUR'] === 'off' ? { BACKUP_HOUR: undefined } : {};
  const stdio = isShown ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', OPERATE, ...run.args], {
    cwd: ROOT,
    env: { ...process.env, ...hour, ...run.environment, LARKSONG_VERSION: await readVersion() },
    stdio: [isShown ? 'inherit' : 'ignore', stdio, stdio],
  });
  const end = () => child.kill();
  run.signal.addEventListener('abort', end);
  if (run.signal.aborted) end();
  const [result, complained] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? toLines(child.stderr, run.note) : [],
    once(child, 'close'),
  ]);
  run.signal.removeEventListener('abort', end);
  const code = child.exitCode ?? 1;
  // After a wrong use, the lines after the sentence explain the command.
  const complaint = complained.at(code === WRONG_USE ? 0 : -1) ?? '';
  return { code, result, complaint, output: result + complained.map((line) => `${line}\n`).join('') };
}

async function toLines(stream: Readable, note: (line: string) => void = () => {}): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: stream })) {
    note(line);
    lines.push(line);
  }
  return lines;
}

/** Returns the environment of a command for the site that runs here. Throws a `Problem` if none runs with this folder. */
export async function environmentOfRunningSite(dataDir: string): Promise<Record<string, string>> {
  const holder = await findHolder(dataDir);
  if (holder === undefined)
    throw new Problem(
      `Larksong is not running with the data in ${dataDir}. Start it with npm start, then run this in a second terminal (with the same DATA_DIR, if you set one).`,
    );
  const servers = await findServers(dataDir);
  if (servers.databaseUrl === undefined)
    throw new Problem('The database of Larksong is still starting. Please try again in a moment.');
  return operateEnvironment(dataDir, { ...servers, sitePort: holder.port });
}

interface Servers {
  /** Undefined while the database does not run. */
  databaseUrl: ((name: string) => string) | undefined;
  /** Only of a Redis that is given. */
  redisUrl?: string | undefined;
}

/** Returns the addresses of the servers that a site uses: those that are given, or those of its folder. */
async function findServers(dataDir: string): Promise<Servers> {
  const { databaseUrl: given, redisUrl } = { ...readGivenServers(dataDir), ...readSettings(process.env) };
  if (given !== undefined) return { databaseUrl: (database) => databaseOn(given, database), redisUrl };
  const port = await findPostgresPort(join(dataDir, 'postgres'));
  if (port === undefined) return { databaseUrl: undefined, redisUrl };
  const { postgresPassword: password } = readSecrets(dataDir);
  return { databaseUrl: (database) => databaseUrl({ port, password, database }), redisUrl };
}

/** Returns the environment of `doctor` for the site that runs here, including its parts that have started. */
export async function environmentToExamine(
  dataDir: string,
  settings: Pick<StartSettings, 'host' | 'port'>,
): Promise<Record<string, string>> {
  const holder = await findHolder(dataDir);
  const port = holder?.port ?? settings.port;
  return {
    ...operateEnvironment(dataDir, { ...(await findServers(dataDir)), sitePort: port }),
    ...serviceUrls(readMetricsTargets(dataDir)),
    GATEWAY_URL: `http://${reachable(settings.host ?? '0.0.0.0')}:${port}`,
  };
}

function serviceUrls(targets: readonly MetricsTarget[]): Record<string, string> {
  return Object.fromEntries(
    targets
      .filter(({ job }) => ['auth', 'catalog', 'game'].includes(job))
      .map(({ job, address }) => [`${job.toUpperCase()}_URL`, `http://${address}`]),
  );
}

/** Returns the environment of a command: the databases, the storage and the secrets of the data folder. */
export function operateEnvironment(
  dataDir: string,
  { databaseUrl: urlOf, redisUrl, sitePort }: Servers & { sitePort: number },
): Record<string, string> {
  const secrets = readSecrets(dataDir);
  const { publicUrl } = readSettings(process.env);
  return {
    ...(urlOf && {
      AUTH_DATABASE_URL: urlOf('auth'),
      CATALOG_DATABASE_URL: urlOf('catalog'),
      GAME_DATABASE_URL: urlOf('game'),
    }),
    ...(redisUrl && { REDIS_URL: redisUrl }),
    ...storageEnvironment({ dataDir, outer: process.env }),
    PUBLIC_URL: publicUrlOf({ dataDir, port: sitePort, ...(publicUrl === undefined ? {} : { publicUrl }) }),
    AUTH_SECRET: secrets.authSecret,
    INTERNAL_TOKEN: secrets.internalToken,
    STREAM_COOKIE_SECRET: secrets.streamCookieSecret,
    ...(secrets.linkSecret === undefined ? {} : { LINK_SECRET: secrets.linkSecret }),
    PUBLIC_DIR: join(resolve(dataDir), 'public'),
    DATA_DIR: resolve(dataDir),
  };
}
