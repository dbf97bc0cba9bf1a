import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { runBackup } from '../src/commands/backup.ts';
import { createSite, type TestSite } from './site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.stop());
beforeEach(() => site.query('auth', 'delete from backup_runs'));

async function backUp(folder: string, keep: number): Promise<string> {
  const around = { signal: new AbortController().signal, note: () => {} };
  const { id } = await runBackup(site.config, join(site.folder, folder), { mode: 'copy', keep, ...around });
  return id;
}

it('a backup is recorded with the number of those that are kept', async () => {
  const id = await backUp('kept', 21);
  const runs = await site.query('auth', 'select backup_id, kept, error from backup_runs');
  expect(runs).toEqual([{ backup_id: id, kept: 21, error: null }]);
});

it('a backup is recorded as well before an update adds that number to the database', async () => {
  await site.query('auth', 'alter table backup_runs drop column kept');
  const id = await backUp('before', 14);
  const runs = await site.query('auth', 'select backup_id, error from backup_runs');
  expect(runs).toEqual([{ backup_id: id, error: null }]);
});
