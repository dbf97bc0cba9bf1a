import type { IncomingMessage, ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { json } from 'node:stream/consumers';

import { auth, ERRORS } from '@larksong/contracts';

import { storageFolderOf } from '../data-folder/site-settings.ts';
import { toSentence } from '../host/problem.ts';
import { environmentOfRunningSite, runOperate } from '../processes/run-operate.ts';
import { keepOwner } from '../processes/service-user.ts';
import type { Stack } from '../settings/stack-options.ts';

type Request = auth.RestoreRequest & { id: string };

interface Around {
  dataDir: string;
  say: (line: string) => void;
  signal: AbortSignal;
}

/** Number of backups that are shown, the newest. */
const SHOWN = 50;
const BUSY = 'A backup is being restored. Please try again in a few minutes.';

type StackParts = Pick<Stack, 'reportRestore' | 'restartServices'>;

/**
 * Handles a request of the page for the first start: lists backups, or restores one while the services are stopped.
 */
export async function answerRequest(stack: StackParts, request: Request, around: Around): Promise<void> {
  const { id, backup } = request;
  if (backup === null) return stack.reportRestore({ id, outcome: await listBackups(request, around) });
  const problem = await findProblem({ ...request, backup }, around).catch(toSentence);
  if (problem !== undefined) return stack.reportRestore({ id, outcome: toOutcome('failed', problem) });
  await restoreStopped(stack, { ...request, backup }, around);
}

/** Restores a backup while the services are stopped. */
export async function restoreStopped(
  stack: StackParts,
  request: Request & { backup: string },
  around: Around,
): Promise<void> {
  const { id, backup } = request;
  around.say(`Stopping the services to restore the backup ${backup} in ${request.place} …`);
  let outcome = toOutcome('waiting', 'Checking the backup …');
  const note = (line: string) => (outcome = toOutcome('waiting', line));
  await stack.restartServices(
    async () => {
      outcome = await restore(request, { ...around, note }).catch((error: unknown) =>
        toOutcome('failed', toSentence(error)),
      );
      around.say(outcome.sentence);
    },
    (incoming, response) => void tellProgress({ id, outcome }, incoming, response),
  );
  await stack.reportRestore({ id, outcome });
}

/** Answers instead of auth, which is stopped, and like auth only to the page that has sent the request. */
async function tellProgress(
  { id, outcome }: { id: string; outcome: auth.RestoreOutcome },
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { requestId } = ((await json(incoming).catch(() => null)) ?? {}) as { requestId?: unknown }; // any JSON
  const isAsked = incoming.url === auth.getRestore.path && requestId === id;
  // The outcome counts once the services run again.
  const restore = { ...outcome, state: 'waiting' };
  response.writeHead(isAsked ? 200 : ERRORS.UNAVAILABLE.status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  });
  response.end(
    JSON.stringify(
      isAsked
        ? { success: true, data: { restore } }
        : { success: false, code: 'UNAVAILABLE', message: BUSY, requestId: '' },
    ),
  );
}

/** A backup as the command lists it; `problem` says why it cannot be used, `doubt` why it could be somebody else's. */
type Listed = Partial<auth.FoundBackup> & {
  id: string;
  isLocked: boolean;
  problem?: string;
  doubt?: keyof typeof DOUBTS;
};

/** With these options, the commands accept backups that are not proven to be genuine. */
const TRUSTED = ['--not-encrypted', '--from-before'];
const DOUBTS = {
  'not-encrypted':
    'These backups are not encrypted although a passphrase was given, so somebody else could have made or changed them.',
  'from-before':
    'Some of these backups were made by an older Larksong. They are encrypted, but somebody else could have changed them.',
};

async function listBackups(request: Request, { dataDir, signal }: Around): Promise<auth.RestoreOutcome> {
  const { code, result, complaint } = await runOperate({
    args: ['backups', request.place, '--json', ...TRUSTED],
    environment: { ...(await environmentOfRunningSite(dataDir)), ...toEnvironment(request) },
    signal,
    output: 'return',
  });
  if (code !== 0) return toOutcome('failed', complaint);
  return toList(JSON.parse(result) as Listed[], request); // its own
}

/** Returns the acceptable backups, and what the others lack. */
export function toList(
  listed: Listed[],
  { place, isTrusted = false }: Pick<Request, 'place' | 'isTrusted'>,
): auth.RestoreOutcome {
  const complete = listed.filter((each) => each.version !== undefined);
  const doubt = isTrusted ? undefined : complete.findLast((each) => each.doubt !== undefined)?.doubt;
  const counting = complete.filter((each) => isTrusted || each.doubt === undefined);
  const problem = listed.findLast((each) => each.problem !== undefined)?.problem;
  if (complete.length === 0)
    return toOutcome('failed', problem ?? `There is no complete backup in ${place}.`);
  const backups = counting.map(
    ({ doubt: _doubt, ...each }) => each as auth.FoundBackup, // with a version, it has everything
  );
  return {
    ...toOutcome('done', doubt === undefined ? '' : DOUBTS[doubt]),
    backups: backups.toReversed().slice(0, SHOWN),
    needsPassphrase: listed.some(({ isLocked }) => isLocked),
    ...(doubt === undefined ? {} : { needsTrust: true }),
  };
}

function toArguments({ place, backup, isTrusted = false }: Request & { backup: string }): string[] {
  return ['restore', place, backup, ...(isTrusted ? TRUSTED : [])];
}

/** Returns why a backup cannot be restored; undefined if it seems sound, whose files of songs are checked by a restore. */
async function findProblem(
  request: Request & { backup: string },
  { dataDir, signal }: Around,
): Promise<string | undefined> {
  const environment = { ...(await environmentOfRunningSite(dataDir)), ...toEnvironment(request) };
  const args = [...toArguments(request), '--dry-run'];
  const { code, complaint } = await runOperate({ args, environment, signal, output: 'return' });
  return code === 0 ? undefined : complaint;
}

async function restore(
  request: Request & { backup: string },
  { dataDir, signal, note }: Around & { note: (line: string) => void },
): Promise<auth.RestoreOutcome> {
  const environment = { ...(await environmentOfRunningSite(dataDir)), ...toEnvironment(request) };
  return keepOwner(storageFolderOf(resolve(dataDir)), async () => {
    const args = toArguments(request);
    const { code, result, complaint } = await runOperate({
      args,
      environment,
      signal,
      output: 'return',
      note,
    });
    if (code !== 0) return toOutcome('failed', complaint);
    // Unreferenced files stay, because besides those of the new site, storage may have files that are newer than the
    // backup.
    const lines = result.split('\n').filter((line) => !/, 0 files lost\.$|nothing refers to\.$/.test(line));
    return toOutcome('done', lines.join(' ').trim());
  });
}

function toEnvironment({ passphrase, server }: Request): Record<string, string> {
  return {
    ...(passphrase === '' ? {} : { BACKUP_PASSPHRASE: passphrase }),
    ...(server === null
      ? {}
      : {
          BACKUP_S3_ENDPOINT: server.endpoint,
          BACKUP_S3_ACCESS_KEY: server.accessKey,
          BACKUP_S3_SECRET_KEY: server.secretKey,
        }),
  };
}

function toOutcome(state: auth.RestoreOutcome['state'], sentence: string): auth.RestoreOutcome {
  return { state, sentence, backups: [], needsPassphrase: false };
}
