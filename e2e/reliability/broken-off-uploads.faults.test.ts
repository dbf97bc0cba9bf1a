import { describe, expect, it } from 'vitest';

import { findSiteProcesses } from '../access/site-processes.ts';
import { signInSuperadmin } from '../support/accounts.ts';
import { openCatalogData } from '../support/catalog-data.ts';
import { findInternalFailures } from '../support/log-lines.ts';
import { readCount, readSeed } from '../support/random.ts';
import { startSite } from '../support/start-site.ts';
import { listStoredFiles } from '../support/stored-files.ts';
import { breakOffUploads } from './count-leftovers.ts';

const COUNT = readCount('BROKEN_UPLOADS', 12);
const SEED = readSeed();

describe(`${COUNT} uploads interrupted at a random byte, by forms and in parts`, () => {
  it('interrupted uploads are visible nowhere, and leave no files in storage after the sweep', async () => {
    const site = await startSite({ workers: 0 });
    try {
      const account = await signInSuperadmin(site);
      const data = await openCatalogData(site.url);
      const { before, after, visible } = await breakOffUploads({ site, account }, data, {
        count: COUNT,
        seed: SEED,
      });
      console.log(
        `SEED=${SEED}: visible ${visible}; before the sweep ${before.rows.length} noted, ${before.uploads.length} unfinished; after it ${after.objects.length} objects, ${after.uploads.length} unfinished`,
      );
      expect(visible).toBe(0);
      expect(before.uploads.length, 'unfinished uploads for the sweep').toBeGreaterThan(0);
      expect(after).toEqual({ objects: [], uploads: [], rows: [] });
      const catalog = (await findSiteProcesses(site.url)).find(({ service }) => service === 'catalog');
      expect(await listStoredFiles(catalog?.environment['STORAGE_DIR'] ?? '')).toEqual([]);
      expect(findInternalFailures(site)).toEqual([]);
      await data.close();
    } finally {
      await site.stop();
    }
  });
});
