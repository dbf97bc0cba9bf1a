import { join } from 'node:path';

import { setUnusableByOlder } from '@larksong/service-kit';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { runBackup } from '../src/commands/backup.ts';
import { runRestore } from '../src/commands/restore.ts';
import { createSite, fillSite, type TestSite } from './site.ts';

const around = { signal: new AbortController().signal, note: () => {} };
const REASON = 'closed site, first run: larksong config --open-to-everybody';

let site: TestSite;
let other: TestSite;
beforeAll(async () => {
  site = await createSite();
  await fillSite(site);
  other = await createSite({ isEmpty: true });
});
afterAll(() => Promise.all([site?.stop(), other?.stop()]));

it('a backup of a closed site is restored as a closed site, which older versions still refuse', async () => {
  await site.query('catalog', "update site_settings set visitors = 'nobody'");
  const pool = new Pool({ connectionString: site.config.CATALOG_DATABASE_URL });
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) });
  await setUnusableByOlder(db, REASON, true);
  await db.destroy();
  const folder = join(site.folder, 'closed');
  const { id } = await runBackup(site.config, folder, { mode: 'copy', keep: 14, ...around });
  await runRestore(other.config, folder, { id, pointsPlace: undefined, acceptDamage: false, ...around });
  expect(await other.query('catalog', 'select visitors from site_settings')).toEqual([
    { visitors: 'nobody' },
  ]);
  const marks = await other.query('catalog', "select name from kysely_migration where name like '%narrow%'");
  expect(marks).toEqual([{ name: `9999-narrow-${REASON}` }]);
  expect(await other.read()).toEqual(await site.read());
});

it('a closed site does not go back to a state before it was closed, until it is opened', async () => {
  const folder = join(other.folder, 'before');
  await other.query('catalog', `delete from kysely_migration where name = '9999-narrow-${REASON}'`);
  const { id } = await runBackup(other.config, folder, { mode: 'copy', keep: 14, ...around });
  await other.query('catalog', `insert into kysely_migration values ('9999-narrow-${REASON}', now()::text)`);
  const options = { id, pointsPlace: undefined, acceptDamage: false, asItWas: true, ...around };
  await expect(runRestore(other.config, folder, options)).rejects.toThrow(REASON);
  await other.query('catalog', `delete from kysely_migration where name = '9999-narrow-${REASON}'`);
  expect((await runRestore(other.config, folder, options)).backup.id).toBe(id);
});
