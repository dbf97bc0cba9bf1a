import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import {
  checkBackups,
  checkFilesClock,
  checkSettings as checkAgainst,
  type Finding,
} from '@larksong/operate/doctor';

import { checkDataFolder, hasSite, NewerData } from '../data-folder/data-folder.ts';
import { LostSecrets, readSecrets } from '../data-folder/secrets.ts';
import { assertPortFree } from '../host/ports.ts';
import { codeOf, Problem } from '../host/problem.ts';
import { findRedisServer } from '../host/tools.ts';
import { listRunning } from '../processes/leftovers.ts';
import { findCaddy } from '../servers/https.ts';
import { checkRedis, UNSAVED } from '../servers/given-redis.ts';
import { isDecidedHere, readSchema, SERVICE_NAMES, SERVICES } from '../settings/service-environment.ts';
import type { StartSettings } from '../settings/settings.ts';
import { checkContent, checkKind, checkRights, noSite } from './doctor-files.ts';
import { toFinding } from './doctor-findings.ts';

/** Returns the settings in the environment that a service or a backup refuses. */
export async function checkSettings(dataDir: string): Promise<Finding[]> {
  const isGiven = (name: string) => Boolean(process.env[name] || process.env[`${name}_FILE`]);
  const schemas = await Promise.all(SERVICE_NAMES.map(readSchema));
  const refused = schemas.flatMap((schema) =>
    checkAgainst(schema, process.env, (name) => isGiven(name) && !isDecidedHere(name)),
  );
  const folders = { DATA_DIR: dataDir, PUBLIC_DIR: join(dataDir, 'public') };
  const backups = await checkBackups({ ...process.env, ...folders });
  return [...refused, ...backups];
}

/** Files that a site writes from time to time while it runs. */
const CLOCKED = ['postgres/global/pg_control', 'processes.json', 'version.json'];

/** Returns why the data folder cannot be used; undefined for an intact or missing one. */
export async function checkFolder(dataDir: string): Promise<Finding[]> {
  const kind = await checkKind(dataDir);
  if (kind.length > 0) return kind;
  const version = join(dataDir, 'version.json');
  const found = await stat(version).catch((error: unknown) => codeOf(error) ?? 'EIO');
  if (found === 'ENOENT' && (await stat(dataDir).catch(() => undefined)) === undefined)
    return [noSite(dataDir)];
  const uid = process.getuid?.();
  const isForeign = typeof found === 'object' && uid !== undefined && uid !== 0 && found.uid !== uid;
  if (isForeign || found === 'EACCES') {
    const owner = typeof found === 'object' ? found.uid : (await stat(dataDir)).uid;
    return [
      toFinding(
        'data-folder-foreign',
        new Problem(`The data in ${dataDir} belongs to another user (${owner}).`),
      ),
    ];
  }
  try {
    await assertWritable(dataDir);
    if (found === 'ENOENT' && !(await hasSite(dataDir))) return [noSite(dataDir)];
    await checkDataFolder(dataDir);
    const content = await checkContent(dataDir);
    if (content.length === 0) readSecrets(dataDir);
    return [
      ...content,
      ...(await checkRights(dataDir)),
      ...(await checkFilesClock(CLOCKED.map((name) => join(dataDir, name)))),
    ];
  } catch (error) {
    return [toFinding(toId(error), error)];
  }
}

function toId(error: unknown) {
  if (error instanceof LostSecrets) return 'secrets-missing';
  return error instanceof NewerData ? 'data-folder-newer' : 'data-folder-unusable';
}

async function assertWritable(dataDir: string): Promise<void> {
  try {
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = codeOf(error) ?? String(error);
    throw new Problem(`The data folder ${dataDir} cannot be written to (${code}).`, { cause: error });
  }
}

/** Returns a finding if processes of a site that was killed still run. */
export function checkLeftovers(dataDir: string): Finding[] {
  const left = listReadable(dataDir);
  if (left.length === 0) return [];
  return [
    {
      id: 'processes-left',
      severity: 'warning',
      about: 'processes',
      sentence: `The site was killed, and parts of it are still running: ${left.map(({ name, pid }) => `${name} (${pid})`).join(', ')}.`,
      remedy: 'Run npm start, which ends them and starts the site again.',
    },
  ];
}

/** Returns none if their records cannot be read; the folder then has a finding itself. */
function listReadable(dataDir: string): ReturnType<typeof listRunning> {
  try {
    return listRunning(dataDir);
  } catch (error) {
    if (error instanceof Problem) return [];
    throw error;
  }
}

/** Returns a finding for each port on which the site could not listen, and if the program for https is missing. */
export async function checkPorts({ host = ANY_HOST, port, https }: StartSettings): Promise<Finding[]> {
  const ports = [
    { host, port, setting: 'PORT' },
    ...(https
      ? [
          { host: ANY_HOST, port: https.port, setting: 'HTTPS_PORT' },
          { host: ANY_HOST, port: https.plainPort, setting: 'HTTP_PORT' },
        ]
      : []),
  ];
  const findings: Finding[] = [];
  for (const each of ports) {
    const error = await failureOf(assertPortFree(each.host, each.port, each.setting));
    const isHost = error instanceof Problem && error.message.startsWith('HOST=');
    if (error !== undefined)
      findings.push({ ...toFinding(isHost ? 'setting-invalid' : 'port-taken', error), about: each.setting });
  }
  const missing = https && (await failureOf(findCaddy()));
  return missing === undefined ? findings : [...findings, toFinding('caddy-missing', missing)];
}

const ANY_HOST = '0.0.0.0';

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Returns a finding if Redis is not installed. */
export async function checkOwnRedis(): Promise<Finding[]> {
  return findRedisServer().then(
    () => [],
    (error: unknown) => [toFinding('redis-missing', error)],
  );
}

/** Returns findings if `npm start` would refuse the Redis of `REDIS_URL`, or if that saves nothing. */
export async function checkGivenRedis(url: string): Promise<Finding[]> {
  try {
    const warnings = await checkRedis(url, { patienceMs: 0 });
    if (!warnings.includes(UNSAVED)) return [];
    return [{ ...toFinding('redis-unsaved', new Problem(UNSAVED)), severity: 'warning' }];
  } catch (error) {
    const found = toFinding('redis-unusable', error);
    const { sentence } = found;
    return [{ ...found, sentence: `npm start refuses to start without the Redis of REDIS_URL: ${sentence}` }];
  }
}

/** The part of the transcoder that finds ffmpeg, as its module exports it. */
interface MediaModule {
  findMediaTools: (options: {
    ffmpegPath: string;
    ffprobePath: string;
    threads: number;
    niceness: number;
  }) => Promise<{ sandboxProblem: string | undefined }>;
}

/** Returns findings about ffmpeg and its sandbox; workers of a running site know the last of these themselves. */
export async function checkPrograms({ isRunning }: { isRunning: boolean }): Promise<Finding[]> {
  const findings: Finding[] = [];
  const url = pathToFileURL(join(SERVICES, 'transcoder', 'src', 'media', 'tools.ts')).href;
  const { findMediaTools } = (await import(url)) as MediaModule;
  const { FFMPEG_PATH, FFPROBE_PATH } = process.env;
  try {
    const { sandboxProblem } = await findMediaTools({
      ffmpegPath: FFMPEG_PATH || 'ffmpeg',
      ffprobePath: FFPROBE_PATH || 'ffprobe',
      threads: 0,
      niceness: 0,
    });
    if (sandboxProblem !== undefined && !isRunning) findings.push(noSandbox(sandboxProblem));
  } catch (error) {
    findings.push({
      id: 'ffmpeg-unusable',
      severity: 'error',
      about: 'ffmpeg',
      sentence: `Videos cannot be prepared: ${error instanceof Error ? error.message : String(error)}`,
      remedy: 'Install a full ffmpeg (sudo apt-get install ffmpeg), or set FFMPEG_PATH and FFPROBE_PATH.',
    });
  }
  return findings;
}

function noSandbox(problem: string): Finding {
  return {
    id: 'sandbox-off',
    severity: 'warning',
    about: 'sandbox',
    sentence: `ffmpeg cannot run in its sandbox (${problem}): a manipulated video could reach more of the machine than it should.`,
    remedy: 'Install bubblewrap and allow namespaces, as docs/operations/sandbox.md explains.',
  };
}
