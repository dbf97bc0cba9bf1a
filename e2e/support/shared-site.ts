import { inject } from 'vitest';

import type { SharedSite } from './global-setup.ts';

/** Returns the site that all test files of this process share; no other process uses it. */
export function sharedSite(): SharedSite {
  const pool = Number(process.env['VITEST_POOL_ID'] ?? 1);
  const site = inject('sites')[pool - 1];
  if (!site) throw new Error('No site was started for this process.');
  return site;
}
