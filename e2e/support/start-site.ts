import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  freePort,
  loadStarterPack,
  startStack,
  uploadDemoVideo,
  type Stack,
  type StackOptions,
} from '@larksong/local';

/** Limits that one person never meets, but a suite that signs in all day does. */
const RAISED_LIMITS = {
  RATE_LIMIT_PER_MINUTE: '100000',
  REGISTRATIONS_PER_HOUR: '100000',
};

export interface SiteOptions extends Partial<StackOptions> {
  /** Brings what `npm start` brings to a new data folder, letters and a film; otherwise a site is empty. */
  hasStarterContent?: boolean;
}

/**
 * A whole site of its own on free ports, with a fresh data folder: for tests that kill parts of it.
 * `stop` ends it and removes its data. When it cannot start, the error says which part and why.
 */
export async function startSite({ hasStarterContent = false, ...options }: SiteOptions = {}): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'larksong-site-'));
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const stack = await startStack({
      port: await freePort(),
      dataDir,
      host: '127.0.0.1',
      fsync: false,
      dieWithParent: true,
      watchdog: false, // tests freeze processes for as long as they like
      ...options,
      env: { ...options.env, all: { ...RAISED_LIMITS, ...options.env?.all } },
    });
    if (hasStarterContent) await loadStarterContent(stack, { dataDir, ...options });
    return { ...stack, stop: () => stack.stop().then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** What a start does once the services run. */
export async function loadStarterContent(
  stack: Stack,
  { dataDir, say = () => undefined }: { dataDir: string; say?: (line: string) => void },
): Promise<void> {
  const options = { dataDir, say, signal: new AbortController().signal };
  await loadStarterPack(options);
  await uploadDemoVideo(stack, options);
}
