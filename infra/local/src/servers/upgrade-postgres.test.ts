import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { folderIdentityOf } from '../data-folder/data-folder.ts';
import { LAST_VERSIONS } from './older-postgres.ts';
import { readPostgresMajor } from './postgres-binaries.ts';
import { clearNext, forgetOldPostgres, neededBytes, toNextStep } from './upgrade-postgres.ts';

const NONE = { present: undefined, hasNext: false, hasOld: false };

it.each([
  ['none', NONE],
  ['none', { ...NONE, present: 18 }],
  ['none', { present: 18, hasNext: false, hasOld: true }],
  ['none', { present: 18, hasNext: true, hasOld: false }],
  ['move', { ...NONE, present: 17 }],
  ['move', { present: 17, hasNext: true, hasOld: false }],
  ['finish', { present: undefined, hasNext: true, hasOld: true }],
  ['return', { present: undefined, hasNext: false, hasOld: true }],
  ['newer', { ...NONE, present: 19 }],
] as const)('a start does the step "%s" with the clusters %o', (step, found) => {
  expect(toNextStep(found, 18)).toBe(step);
});

it('a move needs room for the restore point and the new cluster', () => {
  expect(neededBytes(1024 ** 3)).toBe(2.25 * 1024 ** 3);
});

it('the databases of every major version from 17 on can be moved', async () => {
  const major = await readPostgresMajor();
  for (let each = 17; each <= major; each += 1)
    expect(LAST_VERSIONS[each], `Postgres ${each}`).toMatch(new RegExp(`^${each}\\.`));
});

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'larksong-move-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const at = (name: string) => join(dataDir, name);
const record = (folders: { old?: string; next?: string }) =>
  writeFile(at('postgres-move.json'), JSON.stringify(folders));

it('a start deletes only the half-filled cluster that a move has recorded', async () => {
  const said: string[] = [];
  const clear = () => clearNext({ dataDir, say: (line) => said.push(line) });
  await clear();
  await mkdir(at('postgres.next'));
  await writeFile(at('postgres.next/songs'), 'a copy by hand');
  await clear();
  const [aside = ''] = await readdir(dataDir);
  expect(aside).toMatch(/^postgres\.next\.\d+$/);
  expect(await readdir(at(aside))).toEqual(['songs']);
  expect(said).toEqual([expect.stringContaining(`is now ${at(aside)}`)]);
  await mkdir(at('postgres.next'));
  await record({ next: folderIdentityOf(at('postgres.next')) });
  await clear();
  expect(await readdir(dataDir)).toEqual(['postgres-move.json', aside]);
});

it('the older cluster is deleted only if one of the present version exists', async () => {
  const major = await readPostgresMajor();
  await mkdir(at('postgres.old'));
  await record({ old: folderIdentityOf(at('postgres.old')) });
  await writeCluster(major - 1);
  await forgetOldPostgres(dataDir, () => undefined);
  expect(existsSync(at('postgres.old'))).toBe(true);
  await writeCluster(major);
  await forgetOldPostgres(dataDir, () => undefined);
  expect(await readdir(dataDir)).toEqual(['postgres']);
});

/** Writes the files by which a cluster is recognised. */
async function writeCluster(major: number): Promise<void> {
  for (const name of ['PG_VERSION', 'global/pg_control', 'base/1', 'pg_wal/1', 'pg_xact/1']) {
    await mkdir(dirname(at(`postgres/${name}`)), { recursive: true });
    await writeFile(at(`postgres/${name}`), `${major}\n`);
  }
}
