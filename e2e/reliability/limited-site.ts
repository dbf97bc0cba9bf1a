import type { Stack } from '@larksong/local';
import { afterAll, beforeAll } from 'vitest';

import { signInSuperadmin, type Account } from '../support/accounts.ts';
import { openCatalogData, type CatalogData } from '../support/catalog-data.ts';
import { startSite } from '../support/start-site.ts';
import { LIMIT_BYTES } from './oversized-requests.ts';

/** A site without transcoders that accepts films of at most `LIMIT_BYTES`. */
export interface LimitedSite {
  site: Stack;
  account: Account;
  data: CatalogData;
}

/** Runs such a site for the tests of a file; it is available once they have started. */
export function useLimitedSite(): () => LimitedSite {
  let target: LimitedSite;
  beforeAll(async () => {
    const site = await startSite({
      workers: 0,
      env: { catalog: { MAX_UPLOAD_BYTES: String(LIMIT_BYTES) } },
    });
    target = { site, account: await signInSuperadmin(site), data: await openCatalogData(site.url) };
  });
  afterAll(async () => {
    await target?.data.close();
    await target?.site.stop();
  });
  return () => target;
}
