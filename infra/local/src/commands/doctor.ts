import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import {
  checkDisks,
  describeReport,
  examine,
  exitCodeOf,
  toReport,
  type Finding,
} from '@larksong/operate/doctor';

import { findHolder } from '../data-folder/data-folder.ts';
import { readGivenServers } from '../data-folder/noted-servers.ts';
import { LostSecrets } from '../data-folder/secrets.ts';
import { codeOf, Problem } from '../host/problem.ts';
import { environmentToExamine } from '../processes/run-operate.ts';
import { ForeignData } from '../processes/service-user.ts';
import { readSettings, type StartSettings } from '../settings/settings.ts';
import { withDatabaseAlone } from './database-alone.ts';
import {
  checkFolder,
  checkGivenRedis,
  checkLeftovers,
  checkOwnRedis,
  checkPorts,
  checkPrograms,
  checkSettings,
} from './doctor-checks.ts';
import { toFinding } from './doctor-findings.ts';
import { checkRights } from './doctor-files.ts';
import {
  checkKernel,
  checkLimits,
  checkLoopback,
  checkPaused,
  checkSystemVariables,
} from './doctor-machine.ts';
import { checkNames } from './doctor-names.ts';
import { printVersions } from './doctor-versions.ts';

/** Runs `npm run larksong -- doctor`: says what is wrong, whether or not the site runs, and returns the exit code. */
export async function doctor(args: string[], signal: AbortSignal): Promise<number> {
  const { values } = readOptions(args);
  const settings = tryToRead();
  const dataDir = settings instanceof Problem ? undefined : resolve(settings.dataDir);
  const isRunning = dataDir !== undefined && (await findHolder(dataDir).catch(() => undefined)) !== undefined;
  if (values.versions) {
    const running =
      settings instanceof Problem || !isRunning ? {} : await environmentToExamine(dataDir, settings);
    await printVersions({ ...process.env, ...running }, { json: values.json ?? false });
    return 0;
  }
  const findings =
    settings instanceof Problem
      ? [toFinding('setting-invalid', settings)]
      : isRunning
        ? await examineRunning(settings)
        : await examineStopped(settings, signal);
  const report = toReport(findings, { isRunning });
  process.stdout.write(`${values.json ? JSON.stringify(report, null, 2) : describeReport(report)}\n`);
  return exitCodeOf(report);
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { json: { type: 'boolean' }, versions: { type: 'boolean' } },
      strict: true,
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Problem(`${why}. Please use: npm run larksong -- doctor [--json] [--versions]`);
  }
}

function tryToRead(): StartSettings | Problem {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

async function examineRunning(settings: StartSettings): Promise<Finding[]> {
  const dataDir = resolve(settings.dataDir);
  try {
    const environment = await environmentToExamine(dataDir, settings);
    const holder = await findHolder(dataDir);
    const [programs, found, names, rights] = await Promise.all([
      checkPrograms({ isRunning: true }),
      examine({ ...process.env, ...environment }, { isRunning: true }),
      checkNames(process.env),
      checkRights(dataDir),
    ]);
    return [
      ...checkPaused(holder?.pid),
      ...checkLimits(holder?.pid),
      ...checkSystemVariables(process.env),
      ...programs,
      ...found,
      ...names,
      ...rights,
    ];
  } catch (error) {
    if (error instanceof LostSecrets) return [toFinding('secrets-missing', error)];
    throw error;
  }
}

/** Stops where a start would stop, because later checks would fail for the same reason. */
async function examineStopped(settings: StartSettings, signal: AbortSignal): Promise<Finding[]> {
  const dataDir = resolve(settings.dataDir);
  const folder = await checkFolder(dataDir);
  const isSound = !folder.some(({ id }) => STOPS.includes(id));
  const { redisUrl } = { ...(isSound ? readGivenServers(dataDir) : {}), ...settings };
  const early = [
    ...(await checkSettings(dataDir)),
    ...(await checkNames(process.env)),
    ...checkSystemVariables(process.env),
    ...checkKernel(),
    ...checkLimits(),
    ...(await checkLoopback()),
    ...folder,
    ...checkLeftovers(dataDir),
    ...(await checkPrograms({ isRunning: false })),
    ...(redisUrl === undefined ? await checkOwnRedis() : await checkGivenRedis(redisUrl)),
    ...(await checkDisks([dataDir])),
  ];
  const left = early.some(({ id }) => id === 'processes-left');
  const ports = left ? [] : await checkPorts(settings); // they may hold them
  const isUsable = existsSync(join(dataDir, 'version.json')) && !early.some(({ id }) => STOPS.includes(id));
  return [...early, ...ports, ...(isUsable ? await examineDatabase(settings, signal) : [])];
}

const STOPS: Finding['id'][] = [
  'data-folder-foreign',
  'data-folder-newer',
  'data-folder-unusable',
  'secrets-missing',
  'disk-full',
  'processes-left',
  'loopback-missing',
];

async function examineDatabase(settings: StartSettings, signal: AbortSignal): Promise<Finding[]> {
  try {
    return await withDatabaseAlone(settings, { signal, access: 'read' }, (environment) =>
      examine({ ...process.env, ...environment }, { isRunning: false }),
    );
  } catch (error) {
    if (signal.aborted || !(error instanceof Problem || codeOf(error) !== undefined)) throw error;
    return [toFinding(error instanceof ForeignData ? 'data-folder-foreign' : 'database-broken', error)];
  }
}
