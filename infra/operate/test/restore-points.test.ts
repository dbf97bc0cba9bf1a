import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { runRestorePoint } from '../src/backup/restore-points.ts';
import { runBackup } from '../src/commands/backup.ts';
import { runRestore } from '../src/commands/restore.ts';
import type { Config } from '../src/config.ts';
import { addVideo, createSealedFolder, createSite, fillSite, LARGE_BYTES, type TestSite } from './site.ts';

const SEALED = { BACKUP_PASSPHRASE: 'correct horse battery' };
const around = { signal: new AbortController().signal, note: () => {} };

let site: TestSite;
let content: Record<string, unknown>;
let place: string;
beforeAll(async () => {
  site = await createSite();
  await fillSite(site, LARGE_BYTES);
  content = await site.read();
  place = join(site.config.DATA_DIR ?? '', 'restore-points');
});
afterAll(() => site.stop());

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function restore(config: Config, id: string, pointsPlace: string | undefined) {
  return runRestore(config, place, { id, pointsPlace, acceptDamage: false, ...around });
}

it('a restore point is encrypted if backups are, its songs are hard links, and it restores everything', async () => {
  await createSealedFolder(place, SEALED.BACKUP_PASSPHRASE);
  const { id } = await runRestorePoint({ ...site.config, ...SEALED }, { place, ...around });
  const own = await listFiles(join(place, 'backups', id));
  for (const path of own.filter((each) => !each.includes('manifest.')))
    expect((await readFile(path)).subarray(0, 21).toString(), path).toBe('age-encryption.org/v1');
  const songs = (await listFiles(join(place, 'links'))).filter((path) => path.endsWith('.m4s'));
  expect(songs).toHaveLength(3);
  for (const path of songs) expect((await stat(path)).nlink).toBeGreaterThan(1);
  await site.query('auth', 'delete from users');
  await restore({ ...site.config, ...SEALED }, id, undefined);
  expect(await site.read()).toEqual(content);
});

it.runIf(isLongRun)('copies and links of one folder stay apart, and both are whole', async () => {
  const folder = await createSealedFolder(join(site.folder, 'mixed'), SEALED.BACKUP_PASSPHRASE);
  const config = { ...site.config, ...SEALED };
  const first = await runBackup(config, folder, { mode: 'links', keep: 14, ...around });
  const second = await runBackup(config, folder, { mode: 'copy', keep: 14, ...around });
  expect([first.copied.count, second.copied.count]).toEqual([7, 7]);
  const other = await createSite({ isEmpty: true });
  for (const { id } of [first, second])
    await runRestore({ ...other.config, ...SEALED }, folder, {
      ...{ id, pointsPlace: undefined, acceptDamage: false, ...around },
    });
  expect(await other.read()).toEqual(content);
  await other.stop();
});

it('restore points with another lock are set aside, so that a restore or an update can continue', async () => {
  const notes: string[] = [];
  const note = (line: string) => notes.push(line);
  const before = await listFiles(place);
  await runRestorePoint(site.config, { place, signal: around.signal, note });
  const names = await readdir(site.config.DATA_DIR ?? '');
  const aside = names.find((name) => name.startsWith('restore-points-until-')) ?? '';
  expect(notes.join('\n')).toContain(aside);
  const kept = await listFiles(join(site.config.DATA_DIR ?? '', aside));
  expect(kept).toHaveLength(before.length);
});

it.runIf(isLongRun)(
  'a site of which one database is empty is not replaced without a restore point',
  async () => {
    const other = await createSite();
    await addVideo(other);
    await other.query('game', 'drop schema public cascade');
    await other.query('game', 'create schema public');
    const { id } = await runRestorePoint(site.config, { place, ...around });
    await expect(restore(other.config, id, join(other.folder, 'points'))).rejects.toThrow(
      'its database of game is empty, unlike the others',
    );
    expect(await other.query('catalog', 'select title from videos')).toEqual([{ title: 'Five ducks' }]);
    await restore(other.config, id, undefined);
    await other.stop();
  },
);

it.runIf(isLongRun)(
  'files that a database needs stay if the disk is full after that database was restored',
  async () => {
    const other = await createSite();
    const { id } = await runRestorePoint(site.config, { place, ...around });
    // The commit of catalog, after that of auth, fails as on a full disk.
    await other.query(
      'catalog',
      `create schema full_disk;
     create function full_disk.fail() returns trigger language plpgsql as
       $$ begin raise exception 'no space left' using errcode = '53100'; end $$;
     create function full_disk.prepare() returns event_trigger language plpgsql as $$ begin
       if to_regclass('public.storage_mark') is not null and not exists (select from pg_trigger where tgname = 'full_disk')
       then create constraint trigger full_disk after update on public.storage_mark
         deferrable initially deferred for each row execute function full_disk.fail(); end if; end $$;
     create event trigger full_disk on ddl_command_end when tag in ('CREATE TABLE')
       execute function full_disk.prepare()`,
    );
    await expect(restore(other.config, id, undefined)).rejects.toThrow(
      'Some databases of the backup may not have been restored (no space left)',
    );
    expect(await other.query('auth', 'select username from users')).toEqual([{ username: 'olive' }]);
    const key = Object.keys(content).find((each) => each.endsWith('.m4s')) ?? '';
    expect((await other.read())[key]).toBe(content[key]);
    await other.stop();
  },
);

it.runIf(isLongRun)(
  'the restore point that is restored stays, even if it is older than those that are kept',
  async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1)
      ids.push((await runRestorePoint(site.config, { place, ...around })).id);
    const kept = await readdir(join(place, 'backups'));
    expect(kept.slice(-3)).toEqual(ids.slice(-3));
    expect(kept.length).toBeLessThan(ids.length + 1);
    const [first = ''] = kept; // created today by the previous test
    await restore(site.config, ids.at(-3) ?? '', place);
    expect(await readdir(join(place, 'backups'))).toEqual(expect.arrayContaining([first, ids.at(-3)]));
    expect(await site.read()).toEqual(content);
  },
);
