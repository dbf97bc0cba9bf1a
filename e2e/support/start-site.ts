import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import {
  freePort,
  loadStarterPack,
  startStack,
  uploadDemoVideo,
  type Stack,
  type StackOptions,
} from '@larksong/local';
import { inject } from 'vitest';

/** Higher limits, since the suite signs in far more often than a person; and ffmpeg keeps up on a busy machine. */
const SETTINGS = {
  FFMPEG_NICENESS: '0',
  LOG_LINES_PER_MINUTE: '1000000',
  FLAGS_PER_NETWORK: '100000',
  RATE_LIMIT_PER_MINUTE: '100000',
  REGISTRATIONS_PER_HOUR: '100000',
  SITE_REGISTRATIONS_PER_HOUR: '100000',
  SESSIONS_PER_ACCOUNT: '100000',
};

export interface SiteOptions extends Partial<StackOptions> {
  /** Loads the letters and the film that `npm start` adds to a new data folder; otherwise the site is empty. */
  hasStarterContent?: boolean;
  /** Data folder to copy; by default the one of the test run. Not used for a folder that is given as `dataDir`. */
  template?: string;
}

/**
 * Starts a separate site on free ports with a fresh data folder, for tests that kill parts of it.
 * `stop` ends it and deletes its data. If it cannot start, the error names the part and the reason.
 */
export async function startSite({
  hasStarterContent = false,
  template,
  ...options
}: SiteOptions = {}): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'larksong-site-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    if (options.dataDir === undefined)
      await promisify(execFile)('cp', ['-a', `${template ?? inject('siteTemplate')}/.`, dataDir]);
    const stack = await startStack({
      port: await freePort(),
      dataDir,
      host: '127.0.0.1',
      fsync: false,
      dieWithParent: true,
      watchdog: false, // tests freeze processes for longer than it allows
      ...options,
      // The page for the first start is closed, as on a site in use, unless it is the subject.
      env: {
        ...options.env,
        all: { ...SETTINGS, ...options.env?.all },
        auth: { SETUP: 'off', ...options.env?.auth },
      },
    });
    if (hasStarterContent) await loadStarterContent(stack, { dataDir, ...options });
    return { ...stack, stop: () => stack.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Makes a data folder of an empty site, so that the sites of a test run need not create their databases. */
export async function makeTemplate(dataDir: string): Promise<void> {
  const site = await startSite({ dataDir, workers: 0 });
  await site.stop();
}

/** Loads the starter content as a start does once the services run. */
export async function loadStarterContent(
  stack: Stack,
  { dataDir, say = () => undefined }: { dataDir: string; say?: (line: string) => void },
): Promise<void> {
  const options = { dataDir, say, signal: new AbortController().signal };
  await loadStarterPack(options);
  await uploadDemoVideo(stack, options);
}
