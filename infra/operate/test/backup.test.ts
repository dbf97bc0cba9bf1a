import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { areObjectsHeld, createDatabase } from '@larksong/service-kit';
import { createStorage } from '@larksong/service-kit/storage';
import { createTestLogger } from '@larksong/service-kit/testing';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runBackup } from '../src/commands/backup.ts';
import { backups } from '../src/commands/backups.ts';
import { runRestore } from '../src/commands/restore.ts';
import { describe as toText, findMismatches } from '../src/commands/verify.ts';
import type { Config } from '../src/config.ts';
import { connect } from '../src/database/connect.ts';
import { beginSnapshot, holdObjects } from '../src/database/store.ts';
import { openVault } from '../src/vault/open-vault.ts';
import { listBackups } from '../src/vault/manifest.ts';
import { addVideo, createSite, fillSite, LARGE_BYTES, type TestSite } from './site.ts';

let site: TestSite;
let videoId: string;
let content: Record<string, unknown>;
const sites: TestSite[] = [];

beforeAll(async () => {
  site = await createSite();
  sites.push(site);
  ({ videoId } = await fillSite(site, LARGE_BYTES));
  content = await site.read();
});
afterAll(async () => {
  await Promise.all(sites.map((each) => each.stop()));
});

const around = { signal: new AbortController().signal, note: () => {} };

function backUp(config: Config, folder: string, keep = 14) {
  return runBackup(config, folder, { mode: 'copy', keep, ...around });
}

function restore(config: Config, folder: string, more: { id?: string; acceptDamage?: boolean } = {}) {
  return runRestore(config, folder, { pointsPlace: undefined, acceptDamage: false, ...more, ...around });
}

/** Returns another site without tables and objects. */
async function otherMachine(): Promise<TestSite> {
  const other = await createSite({ isEmpty: true });
  sites.push(other);
  return other;
}

async function listFiles(folder: string, name: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.filter((path) => name.test(path));
}

async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

describe('a backup', () => {
  it('a backup is restored on another machine with all rows, objects, hand-placed files and secrets', async () => {
    const folder = join(site.folder, 'plain');
    const { manifest, copied } = await backUp(site.config, folder);
    expect(manifest.objects).toMatchObject({ count: 9, missing: [], mode: 'copy' });
    expect(copied.count).toBe(8);
    const other = await otherMachine();
    const { restorePoint } = await restore(other.config, folder);
    expect(restorePoint).toBeUndefined();
    expect(await other.read()).toEqual(content);
    const placed = join(other.config.PUBLIC_DIR ?? '', 'Images', 'Ä', 'Ähre klein.png');
    expect(await readFile(placed, 'utf8')).toBe('a picture');
    const secrets = join(other.config.DATA_DIR ?? '', 'restored-secrets.json');
    expect(JSON.parse(await readFile(secrets, 'utf8'))).toMatchObject({
      AUTH_SECRET: site.config.AUTH_SECRET,
    });
    expect((await stat(secrets)).mode & 0o777).toBe(0o600);
    expect(await findMismatches(other.config, { mendAgeMs: undefined })).toMatchObject({
      lost: [],
      orphans: [],
    });
    const [identity] = await other.query(
      'catalog',
      `insert into outbox (unit_id) values ('${videoId}') returning id`,
    );
    expect(Number(identity?.['id'])).toBeGreaterThan(0);
  });

  it('a second backup copies new objects only, and old backups go with the objects that only they have', async () => {
    const other = await createSite();
    sites.push(other);
    const first = await addVideo(other);
    const folder = join(other.folder, 'backups');
    const { id } = await backUp(other.config, folder, 2);
    const before = await listFiles(folder, /objects\/.*source$/);
    const { mtimeMs } = await stat(before[0] ?? '');
    await addVideo(other);
    const second = await backUp(other.config, folder, 2);
    expect(second.copied.count).toBe(6);
    expect((await stat(before[0] ?? '')).mtimeMs).toBe(mtimeMs);
    await other.query('catalog', 'delete from videos where id = $1', [first]);
    const third = await backUp(other.config, folder, 2);
    expect([second.removed, third.removed]).toEqual([[], [id]]);
    await backUp(other.config, folder, 2);
    expect(await listFiles(folder, new RegExp(`objects/videos/${first}/`))).toEqual([]);
  });

  it('a backup with one flipped byte in any of its files is refused, and the site stays as it was', async () => {
    const folder = join(site.folder, 'flipped');
    await backUp(site.config, folder);
    const other = await otherMachine();
    for (const name of [
      /users\.gz$/,
      /manifest\.json$/,
      /manifest\.sha256$/,
      /site\.json$/,
      /objects\.gz$/,
      /\.m4s$/,
    ]) {
      const path = (await listFiles(folder, name))[0] ?? '';
      const intact = await readFile(path);
      await flipByte(path);
      await expect(restore(other.config, folder), String(name)).rejects.toThrow(/is damaged/);
      await writeFile(path, intact);
    }
    expect(await other.query('auth', `select from pg_tables where schemaname = 'public'`)).toEqual([]);
    if (isLongRun) await restore(other.config, folder); // nothing but the bytes was refused
  });

  it('an interrupted backup does not count, and the next one reuses its objects', async () => {
    const folder = join(site.folder, 'broken');
    const ending = new AbortController();
    const note = (line: string) => line.includes('files of songs') && ending.abort();
    const broken = { mode: 'copy' as const, keep: 14, signal: ending.signal, note };
    await expect(runBackup(site.config, folder, broken)).rejects.toThrow('The backup was stopped');
    const vault = await openVault(folder, site.config, { create: false });
    const { complete, unfinished } = await listBackups(vault);
    expect({ complete, unfinished: unfinished.length }).toEqual({ complete: [], unfinished: 1 });
    await expect(restore(site.config, folder)).rejects.toThrow('There is no complete backup');
    await expect(restore(site.config, folder, { id: unfinished[0] ?? '' })).rejects.toThrow('never finished');
    await backUp(site.config, folder);
    expect(await listBackups(vault)).toMatchObject({ complete: [expect.any(String)], unfinished: [] });
    await vault.close();
  });

  it('the list of backups has their songs, accounts and sizes', async () => {
    const folder = join(site.folder, 'listed');
    const { id } = await backUp(site.config, folder);
    const lines: string[] = [];
    const environment = Object.fromEntries(
      Object.entries(site.config).map(([name, to]) => [name, String(to)]),
    );
    await backups.run([folder, '--json'], { ...around, environment, print: (line) => lines.push(line) });
    expect(JSON.parse(lines.join(''))).toMatchObject([
      { id, isComplete: true, isLocked: false, songs: 1, accounts: 1, sizeBytes: expect.any(Number) },
    ]);
  });

  it('a backup of a newer version is refused with its version', async () => {
    const other = await createSite();
    sites.push(other);
    await other.query('game', `insert into kysely_migration values ('9999-from-the-future', 'now')`);
    const folder = join(other.folder, 'newer');
    await backUp(other.config, folder);
    await expect(restore(site.config, folder)).rejects.toThrow(/which is newer than this one/);
  });

  it('failed and complete backups are recorded for the status page', async () => {
    const file = join(site.folder, 'a-file');
    await writeFile(file, '');
    await expect(backUp(site.config, file)).rejects.toThrow(
      'a-file cannot be used: it, or a part of its path, is a file.',
    );
    const runs = await site.query(
      'auth',
      'select backup_id, error from backup_runs order by started_at desc',
    );
    expect(runs[0]).toMatchObject({ backup_id: null, error: expect.stringMatching(/\w/) });
    expect(runs.some(({ backup_id: id, error }) => id !== null && error === null)).toBe(true);
  });
});

describe.runIf(isLongRun)('a restore', () => {
  it('a backup with a damaged song is restored on demand, and that song is transcoded again', async () => {
    const folder = join(site.folder, 'accepted');
    await backUp(site.config, folder);
    await flipByte((await listFiles(folder, /\.m4s$/))[0] ?? '');
    const other = await otherMachine();
    const { lost } = await restore(other.config, folder, { acceptDamage: true });
    expect(lost).toHaveLength(1);
    const findings = await findMismatches(other.config, { mendAgeMs: 0 });
    expect(toText(findings)).toContain(
      `"Five ducks" (${videoId}) has lost: segment. It is transcoded again.`,
    );
    expect(await other.query('catalog', 'select status, attempt from videos')).toEqual([
      { status: 'processing', attempt: 2 },
    ]);
  });

  it('a restore over an existing site keeps its state as a restore point, to which it can return', async () => {
    const folder = join(site.folder, 'over');
    await backUp(site.config, folder);
    const other = await createSite();
    sites.push(other);
    await fillSite(other);
    const before = await other.read();
    const points = join(other.config.DATA_DIR ?? '', 'restore-points');
    const options = { pointsPlace: points, acceptDamage: false, ...around };
    const { restorePoint } = await runRestore(other.config, folder, options);
    expect(await other.read()).toMatchObject(content);
    await runRestore(other.config, points, { ...options, id: restorePoint ?? '', pointsPlace: undefined });
    expect(await other.read()).toMatchObject(before);
  });

  it('a restore point takes no space on the disk of the site', async () => {
    const folder = join(site.folder, 'linked');
    await runBackup(site.config, folder, { mode: 'links', keep: 14, ...around });
    const [linked = ''] = await listFiles(folder, /\.m4s$/);
    expect((await stat(linked)).nlink).toBeGreaterThan(1);
    const other = await otherMachine();
    await restore(other.config, folder);
    expect(await other.read()).toEqual(content);
  });

  it('a restored site keeps no address of the other machine and does not open the page for the first start', async () => {
    const other = await createSite();
    sites.push(other);
    await fillSite(other);
    await other.query(
      'auth',
      `insert into setup (public_url, storage_folder) values ('https://old.example', '/old')`,
    );
    await other.query('auth', `update users set role = 'superadmin'`);
    const folder = join(other.folder, 'set-up');
    await backUp(other.config, folder);
    const notes: string[] = [];
    const options = { pointsPlace: undefined, acceptDamage: false, ...around };
    await runRestore(other.config, folder, { ...options, note: (line) => notes.push(line) });
    expect(
      await other.query('auth', 'select public_url, storage_folder, finished_at is null as open from setup'),
    ).toEqual([{ public_url: null, storage_folder: null, open: false }]);
    expect(notes).toContain('Restoring databases …');
  });
});

it('a site whose services are running is not restored', async () => {
  const folder = join(site.folder, 'plain');
  const client = new Client({ connectionString: site.config.CATALOG_DATABASE_URL });
  await client.connect();
  await expect(restore(site.config, folder)).rejects.toThrow('The site is running');
  await client.end();
});

describe('while a backup is made', () => {
  it('objects are kept from the moment of the backup until its connection ends, even if it dies', async () => {
    const url = site.config.CATALOG_DATABASE_URL;
    const db = createDatabase<unknown>({ url, logger: createTestLogger() });
    expect(await areObjectsHeld(db)).toBe(false);
    const { client } = await connect(url);
    await holdObjects(client);
    await beginSnapshot(client);
    expect(await areObjectsHeld(db)).toBe(true);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await site.query('catalog', 'select pg_terminate_backend($1)', [rows[0]?.pid]);
    await expect.poll(() => areObjectsHeld(db)).toBe(false);
    await db.destroy();
  });
});

describe('verify', () => {
  it('lost and unused objects are named, and orphans go only when they are old enough', async () => {
    const other = await createSite();
    sites.push(other);
    const { videoId: id } = await fillSite(other);
    const storage = createStorage(other.config);
    await storage.put(`videos/${id}/1/360p/stray/00000.m4s`, randomBytes(10));
    await storage.delete(`videos/${id}/source`);
    const found = await findMismatches(other.config, { mendAgeMs: 3_600_000 });
    expect(found.lost).toEqual([{ key: `videos/${id}/source`, videoId: id, kind: 'source' }]);
    expect(found.orphans).toHaveLength(1);
    expect(found.mended).toEqual({ removed: [], transcodedAgain: [] });
    expect(toText(found)).toContain('It plays, but cannot be transcoded again.');
    const mended = await findMismatches(other.config, { mendAgeMs: 0 });
    expect(mended.mended?.removed).toEqual([`videos/${id}/1/360p/stray/00000.m4s`]);
    await rm(join(other.config.STORAGE_DIR ?? '', 'game'), { recursive: true });
    expect(toText(await findMismatches(other.config, { mendAgeMs: undefined }))).toContain(
      'Lost from the game',
    );
    await storage.close();
  });
});
