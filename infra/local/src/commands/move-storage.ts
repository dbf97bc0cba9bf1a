import { resolve } from 'node:path';

import { readConfig, toStorageConfig } from '@larksong/operate';

import { findHolder } from '../data-folder/data-folder.ts';
import { readSiteSettings, saveSiteSettings } from '../data-folder/site-settings.ts';
import { Problem } from '../host/problem.ts';
import { environmentOfRunningSite, runOperate } from '../processes/run-operate.ts';
import type { StartSettings } from '../settings/settings.ts';
import { withDatabaseAlone } from './database-alone.ts';
import { giveToServices, requestMove, type MoveRequest } from './follow-moves.ts';

interface Move {
  args: string[];
  settings: StartSettings;
  isRunning: boolean;
  signal: AbortSignal;
}

/**
 * Runs `larksong move-storage`: copies the files, then has the launcher of a running site restart the services with them,
 * or changes the settings of a stopped one. Returns the exit code.
 */
export async function moveStorage(move: Move): Promise<number> {
  const { args, settings, isRunning, signal } = move;
  const dataDir = resolve(settings.dataDir);
  if (!isRunning)
    return withDatabaseAlone(settings, { signal, access: 'write' }, (environment) =>
      moveStopped(environment, move),
    );
  const environment = await environmentOfRunningSite(dataDir);
  const code = await copy(environment, args, signal);
  const request = code === 0 && !isOption(args) ? toRequest(args, environment) : undefined;
  if (request === undefined) return code;
  await giveToServices(dataDir, request);
  const { isMoved, sentence } = await requestMove(dataDir, request, {
    isRunning: async () => (await findHolder(dataDir)) !== undefined,
    signal,
  });
  if (!isMoved) throw new Problem(sentence);
  process.stdout.write(`${sentence}\n${describeNext(environment)}`);
  return 0;
}

async function moveStopped(
  environment: Record<string, string>,
  { args, settings, signal }: Move,
): Promise<number> {
  if (isOption(args)) return copy(environment, args, signal);
  const dataDir = resolve(settings.dataDir);
  const code = await copy(environment, [...args, '--last'], signal);
  if (code !== 0) return code;
  const request = toRequest(args, environment);
  await giveToServices(dataDir, request);
  saveSiteSettings(dataDir, { ...readSiteSettings(dataDir), movedTo: request.storage });
  process.stdout.write(
    `npm start continues with the files in ${request.place}.\n${describeNext(environment)}`,
  );
  return 0;
}

async function copy(
  environment: Record<string, string>,
  args: string[],
  signal: AbortSignal,
): Promise<number> {
  const { code } = await runOperate({
    args: ['move-storage', ...args],
    environment,
    signal,
    output: 'inherit',
  });
  return code;
}

function isOption(args: string[]): boolean {
  return args.some((arg) => arg.startsWith('-'));
}

/** Returns the settings of the place that the arguments name. */
function toRequest(args: string[], environment: Record<string, string>): MoveRequest {
  const [place = ''] = args;
  const storage = toStorageConfig(
    place,
    readConfig({ ...process.env, BACKUP_HOUR: undefined, ...environment }),
  );
  return {
    place: storage.STORAGE_DIR ?? place,
    storage: Object.fromEntries(Object.entries(storage).map(([name, value]) => [name, String(value)])),
  };
}

function describeNext(before: Record<string, string>): string {
  const old = before['STORAGE_DIR'] ?? `s3://${before['S3_BUCKET'] ?? 'larksong'}`;
  return `The files are still in ${old}, too. To delete them there: npm run larksong -- move-storage ${old} --delete-old\n`;
}
