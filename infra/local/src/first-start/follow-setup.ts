import { execFile } from 'node:child_process';
import { readdir, rename } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { readSiteSettings, saveSiteSettings, storageFolderOf } from '../data-folder/site-settings.ts';
import { forgetPassword } from '../data-folder/superadmin.ts';
import { codeOf, Problem } from '../host/problem.ts';
import type { Stack } from '../settings/stack-options.ts';
import { answerRequest } from './restore-from-page.ts';

const run = promisify(execFile);

/** Interval of the looks at whether the page for the first start has been used. */
const LOOK_EVERY_MS = 1000;

/** Returns the address of the page for the first start, or undefined if it is closed. */
export async function findSetupAddress(stack: Pick<Stack, 'url' | 'readSetup'>): Promise<string | undefined> {
  const { code } = await stack.readSetup();
  return code === null ? undefined : `${stack.url}/setup#${code}`;
}

/**
 * Lists and restores backups for the page for the first start until it is closed, then applies the choices: the
 * superadmin's new name in the data folder, and the address and the folder, with which the services restart. Returns
 * when nothing is left to do.
 */
export async function followSetup(
  stack: Pick<Stack, 'url' | 'readSetup' | 'reportRestore' | 'restartServices'>,
  options: { dataDir: string; say: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  const dataDir = resolve(options.dataDir);
  if (readSiteSettings(dataDir).isSetUp) return;
  while (!options.signal.aborted) {
    const state = await stack.readSetup().catch(() => undefined); // auth may be restarting
    if (state?.chosen) {
      const { superadmin, publicUrl, storageFolder } = state.chosen;
      options.say('The site has been set up.');
      forgetPassword(dataDir, superadmin);
      return applyChoice(stack, { publicUrl, storageFolder }, { ...options, dataDir, currentUrl: stack.url });
    }
    if (state?.code === null) return;
    if (state?.request) await answerRequest(stack, state.request, { ...options, dataDir });
    else await pause(LOOK_EVERY_MS, undefined, { signal: options.signal }).catch(() => undefined);
  }
}

async function applyChoice(
  stack: Pick<Stack, 'restartServices'>,
  chosen: { publicUrl: string; storageFolder: string },
  { dataDir, say, currentUrl }: { dataDir: string; say: (line: string) => void; currentUrl: string },
): Promise<void> {
  const { movingTo, ...before } = readSiteSettings(dataDir);
  const [from, to] = [storageFolderOf(dataDir), resolve(chosen.storageFolder)];
  // Files that were moved since then stay where they are.
  const isMoved = chosen.storageFolder !== '' && before.movedTo === undefined && to !== from;
  const { publicUrl } = chosen;
  if (!isMoved && currentUrl === publicUrl) return saveSiteSettings(dataDir, { ...before, isSetUp: true });
  if (isMoved && movingTo !== to) await assertEmpty(to, dataDir);
  say('Restarting the services with the new settings …');
  let failure: unknown;
  const apply = async () => {
    if (isMoved) saveSiteSettings(dataDir, { ...before, movingTo: to });
    // With owners and times, as the services left them.
    if (isMoved) await run('cp', ['-a', `${from}/.`, to]);
    saveSiteSettings(dataDir, {
      ...before,
      isSetUp: true,
      // An address that follows from PORT is not kept.
      ...(currentUrl === publicUrl ? {} : { publicUrl }),
      ...(isMoved ? { storageFolder: to } : {}),
    });
  };
  // After a failure, the services start again as before, and the next start tries again.
  await stack.restartServices(() => apply().catch((error: unknown) => void (failure = error)));
  if (failure !== undefined) throw isMoved ? notCopied(from, to, failure) : failure;
  if (isMoved) await putAside(from, to, say);
  say(`Larksong is running at ${publicUrl}`);
}

/** Throws a `Problem` if the chosen folder is not the empty one that it was when it was chosen. */
async function assertEmpty(folder: string, dataDir: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new Problem(
      `The folder ${folder}, which was chosen for the files, cannot be read (${codeOf(error) ?? String(error)}). Is its disk plugged in and mounted? Nothing was changed; the next start tries again.`,
      { cause: error },
    );
  });
  if (names.length === 0) return;
  throw new Problem(
    `The folder ${folder}, which was chosen for the files, is no longer empty, so nothing was copied there. If settings.json was lost from ${dataDir}, put it back; if that folder has the files of this site, settings.json contains ${JSON.stringify({ isSetUp: true, storageFolder: folder })}. Otherwise move what is in it elsewhere. Then start again.`,
  );
}

function notCopied(from: string, to: string, error: unknown): Problem {
  const why = error instanceof Error ? error.message.trim() : String(error);
  return new Problem(
    `The files in ${from} could not be copied to ${to} (${why}). The site runs as before, and the next start tries again.`,
    { cause: error },
  );
}

/** Renames the previous folder, since nothing else proves that the copy is complete and on the right disk. */
async function putAside(from: string, to: string, say: (line: string) => void): Promise<void> {
  const aside = `${from}.${Date.now()}`;
  const kept = await rename(from, aside).then(
    () => aside,
    () => from, // such as the place of a disk
  );
  say(
    `The files are now in ${to}. The previous copies are kept in ${kept}; delete that folder if all is well.`,
  );
}
