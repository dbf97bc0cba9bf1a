import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { migrateToLatest } from '@larksong/service-kit';
import { createTestDatabase, createTestLogger } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { MIGRATIONS } from '../../operate/src/database/migrations.ts';
import { readNotedVersions } from '../src/data-folder/noted-versions.ts';
import { openSecrets } from '../src/data-folder/secrets.ts';
import { keepBeforeMigrations } from '../src/servers/restore-point.ts';
import { DATABASES } from '../src/settings/server-addresses.ts';

/** The last migrations of version 1.0.0. */
const FIRST_RELEASE = { auth: '0008', catalog: '0017', game: '0004' };

let dataDir: string;
let databases: { url: string; drop: () => Promise<void> }[];
const said: string[] = [];
const say = (line: string) => said.push(line);
const { signal } = new AbortController();
const urlOf = (name: string) => databases[DATABASES.findIndex((each) => each === name)]?.url ?? '';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'larksong-point-'));
  await openSecrets(dataDir);
  databases = await Promise.all(DATABASES.map(() => createTestDatabase()));
});
afterAll(async () => {
  await Promise.all(databases.map(({ drop }) => drop()));
  await rm(dataDir, { recursive: true, force: true });
});

async function migrate(isKnown: (database: (typeof DATABASES)[number], name: string) => boolean) {
  for (const database of DATABASES) {
    const known = Object.entries(MIGRATIONS[database]).filter(([name]) => isKnown(database, name));
    const migrations = Object.fromEntries(known);
    await migrateToLatest({ url: urlOf(database), migrations, logger: createTestLogger() });
  }
}

const listPoints = () => readdir(join(dataDir, 'restore-points', 'backups')).catch(() => []);

it('a start that migrates the databases of 1.0.0 makes a restore point first, and other starts make none', async () => {
  await keepBeforeMigrations(urlOf, { dataDir, say, signal });
  expect({ said, points: await listPoints() }).toEqual({ said: [], points: [] });

  await migrate((database, name) => name.slice(0, 4) <= FIRST_RELEASE[database]);
  await keepBeforeMigrations(urlOf, { dataDir, say, signal });
  const [point = ''] = await listPoints();
  expect(said.at(-1)).toContain(`The restore point ${point} in ${dataDir}`);
  expect(readNotedVersions(dataDir).before).toMatchObject({ restorePoint: point, version: '1.0.0' });

  await migrate(() => true);
  await keepBeforeMigrations(urlOf, { dataDir, say, signal });
  expect(await listPoints()).toEqual([point]);
});
