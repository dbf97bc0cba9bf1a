import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { readSiteSettings, saveSiteSettings, storageFolderOf } from './site-settings.ts';
import { answerRequest } from './restore-from-page.ts';
import type { Stack } from './stack-options.ts';
import { forgetPassword } from './superadmin.ts';

const run = promisify(execFile);

/** Interval of the looks at whether the page for the first start has been used. */
const LOOK_EVERY_MS = 1000;

/** Returns the address of the page for the first start, or undefined if it is closed. */
export async function findSetupAddress(stack: Pick<Stack, 'url' | 'readSetup'>): Promise<string | undefined> {
  const { code } = await stack.readSetup();
  return code === null ? undefined : `${stack.url}/setup#${code}`;
}

/**
 * Lists and restores backups for the page for the first start until it is closed, then applies what was chosen: the superadmin's new name in the data
 * folder, and the address and the folder, with which the services start again. Returns when there is nothing left to do.
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
  const before = readSiteSettings(dataDir);
  const from = storageFolderOf(dataDir);
  const isMoved = chosen.storageFolder !== '' && resolve(chosen.storageFolder) !== from;
  const { publicUrl } = chosen;
  if (!isMoved && currentUrl === publicUrl) return saveSiteSettings(dataDir, { ...before, isSetUp: true });
  say('Restarting the services with the new settings …');
  await stack.restartServices(async () => {
    // With owners and times, as the services left them.
    if (isMoved) await run('cp', ['-a', `${from}/.`, chosen.storageFolder]);
    saveSiteSettings(dataDir, {
      ...before,
      isSetUp: true,
      // An address that follows from PORT is not kept.
      ...(currentUrl === publicUrl ? {} : { publicUrl }),
      ...(isMoved ? { storageFolder: resolve(chosen.storageFolder) } : {}),
    });
  });
  if (isMoved) await rm(from, { recursive: true, force: true });
  say(`Larksong is running at ${publicUrl}`);
}
