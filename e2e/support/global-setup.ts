import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { startSite } from './start-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string;
    /** For what tests write to disk; removed after the run. */
    workFolder: string;
    superadmin: { email: string; username: string; password: string };
  }
}

/** One whole running site for all browser tests that do not break it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workFolder = await mkdtemp(join(tmpdir(), 'larksong-e2e-'));
  const site = await startSite();
  project.provide('workFolder', workFolder);
  project.provide('siteUrl', site.url);
  project.provide('superadmin', site.superadmin);
  return async () => {
    await site.stop();
    await rm(workFolder, { recursive: true, force: true });
  };
}
