import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { TestProject } from 'vitest/node';

import { WITHOUT_THROTTLES } from '../access/same-answers.ts';
import { makeTemplate, startSite } from './start-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** One site per test process; see `sharedSite`. */
    sites: SharedSite[];
    /** Data folder of an empty site that was started once; see `startSite`. */
    siteTemplate: string;
    /** Folder for files of tests; deleted after the run. */
    workFolder: string;
  }
}

/** A running site that tests may use but must not break. */
export interface SharedSite {
  url: string;
  superadmin: { email: string; username: string; password: string };
}

/** Starts a whole site for each test process, for all tests that do not break it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const workFolder = await mkdtemp(join(tmpdir(), 'larksong-e2e-'));
  const template = join(workFolder, 'template');
  await makeTemplate(template);
  const count = project.config.maxWorkers;
  const options = { workers: 1, template, env: { auth: WITHOUT_THROTTLES } };
  const sites = await Promise.all(Array.from({ length: count }, () => startSite(options)));
  project.provide('siteTemplate', template);
  project.provide('workFolder', workFolder);
  project.provide(
    'sites',
    sites.map(({ url, superadmin }) => ({ url, superadmin })),
  );
  return async () => {
    await Promise.all(sites.map((site) => site.stop()));
    await rm(workFolder, { recursive: true, force: true });
  };
}
