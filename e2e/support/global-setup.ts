import type { TestProject } from 'vitest/node';

import { startSite } from './start-site.ts';

declare module 'vitest' {
  interface ProvidedContext {
    siteUrl: string;
    superadmin: { email: string; username: string; password: string };
  }
}

/** One whole running site for all browser tests that do not break it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const site = await startSite();
  project.provide('siteUrl', site.url);
  project.provide('superadmin', site.superadmin);
  return () => site.stop();
}
