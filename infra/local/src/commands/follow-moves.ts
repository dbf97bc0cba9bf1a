import { existsSync, rmSync, statSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { readJson, writePrivately } from '../data-folder/data-folder.ts';
import { readSiteSettings, saveSiteSettings } from '../data-folder/site-settings.ts';
import { toSentence } from '../host/problem.ts';
import { environmentOfRunningSite, runOperate, type OperateResult } from '../processes/run-operate.ts';
import { findOwner, giveFolder } from '../processes/service-user.ts';
import type { Environment } from '../settings/service-environment.ts';
import type { Stack } from '../settings/stack-options.ts';

/** Interval of the looks for a request, and for its outcome. */
const LOOK_EVERY_MS = 500;

/** The request of `larksong move-storage` to the launcher after the files were copied. */
export interface MoveRequest {
  /** A folder or `s3://bucket`. */
  place: string;
  /** The settings of storage from then on. */
  storage: Environment;
}

export interface MoveOutcome {
  isMoved: boolean;
  sentence: string;
}

type StackParts = Pick<Stack, 'restartServices'>;
type Around = { dataDir: string; say: (line: string) => void; signal: AbortSignal };

const requestFile = (dataDir: string) => join(dataDir, 'move-request.json');
const outcomeFile = (dataDir: string) => join(dataDir, 'move-outcome.json');

/** Handles requests of `larksong move-storage` until the signal is aborted. */
export async function followMoves(
  stack: StackParts,
  { dataDir: folder, say, signal }: Around,
): Promise<void> {
  const dataDir = resolve(folder);
  const asked = statSync(requestFile(dataDir), { throwIfNoEntry: false });
  // One from before this launcher was meant for another, which was killed.
  if (asked !== undefined && asked.mtimeMs < performance.timeOrigin) rmSync(requestFile(dataDir));
  while (!signal.aborted) {
    if (existsSync(requestFile(dataDir))) {
      const request = readJson(requestFile(dataDir)) as MoveRequest; // written below
      rmSync(requestFile(dataDir));
      const outcome = await switchStorage(stack, request, { dataDir, say, signal });
      say(outcome.sentence);
      writePrivately(outcomeFile(dataDir), outcome);
    }
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Asks the launcher to move and returns its answer. `isRunning` says whether it can still answer. */
export async function requestMove(
  dataDir: string,
  request: MoveRequest,
  { isRunning, signal }: { isRunning: () => Promise<boolean>; signal: AbortSignal },
): Promise<MoveOutcome> {
  rmSync(outcomeFile(dataDir), { force: true });
  writePrivately(requestFile(dataDir), request);
  while (!existsSync(outcomeFile(dataDir))) {
    if (!(await isRunning())) {
      rmSync(requestFile(dataDir), { force: true });
      return { isMoved: false, sentence: 'Larksong was stopped meanwhile. Run the same command again.' };
    }
    await pause(LOOK_EVERY_MS, undefined, { signal });
  }
  const outcome = readJson(outcomeFile(dataDir)) as MoveOutcome; // written above
  rmSync(outcomeFile(dataDir));
  return outcome;
}

/** Returns the environment with which the command line reaches a place. */
export function placeEnvironment({ storage }: MoveRequest): Environment {
  const names = ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_REGION'];
  return Object.fromEntries(
    names.flatMap((name) => (storage[name] === undefined ? [] : [[`MOVE_${name}`, storage[name]]])),
  );
}

/** Gives files that root has written to a new folder to the user of the services. */
export async function giveToServices(dataDir: string, { storage }: MoveRequest): Promise<void> {
  const folder = storage['STORAGE_DIR'];
  const owner = folder === undefined ? undefined : await findOwner(join(dataDir, 'work'));
  if (folder === undefined || owner === undefined) return;
  await chown(folder, 0, 0); // so that giveFolder skips nothing
  await giveFolder(folder, owner);
}

/** Copies the rest while the services are stopped, then starts them with the new settings, or as before after a failure. */
async function switchStorage(stack: StackParts, request: MoveRequest, around: Around): Promise<MoveOutcome> {
  const { dataDir, say } = around;
  const before = readSiteSettings(dataDir);
  let failure: string | undefined;
  say(`Stopping the services to move the last files to ${request.place} …`);
  const move = async () => {
    const { code, complaint } = await copyLast(request, around);
    if (code === 0) saveSiteSettings(dataDir, { ...before, movedTo: request.storage });
    else failure = complaint;
  };
  try {
    await stack.restartServices(() =>
      move().catch((error: unknown) => {
        failure = toSentence(error);
      }),
    );
  } catch (error) {
    if (around.signal.aborted) return { isMoved: false, sentence: 'Larksong was stopped meanwhile.' };
    failure = `The services did not start with the files in ${request.place} (${toSentence(error)}).`;
    saveSiteSettings(dataDir, before);
    await stack.restartServices(async () => {});
  }
  return failure === undefined
    ? { isMoved: true, sentence: `The site runs with the files in ${request.place}.` }
    : { isMoved: false, sentence: `${failure} The site runs as before.` };
}

async function copyLast(request: MoveRequest, { dataDir, signal }: Around): Promise<OperateResult> {
  const result = await runOperate({
    args: ['move-storage', request.place, '--last'],
    environment: { ...(await environmentOfRunningSite(dataDir)), ...placeEnvironment(request) },
    signal,
    output: 'return',
  });
  await giveToServices(dataDir, request);
  return result;
}
