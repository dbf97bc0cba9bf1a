import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createStorage } from '@larksong/service-kit/storage';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { findMismatches } from '../src/commands/verify.ts';
import { runMove } from './run-move.ts';
import { createSite, fillSite, LARGE_BYTES, type TestSite } from './site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createSite();
  await fillSite(site, LARGE_BYTES);
});
afterAll(() => site.stop());

async function findKey(ending: string): Promise<string> {
  const key = Object.keys(await site.read()).find((each) => each.endsWith(ending));
  return key ?? expect.fail(`no file ends with ${ending}`);
}

it.runIf(isLongRun)('a move that was interrupted copies the rest, and files that are not whole', async () => {
  const folder = join(site.folder, 'interrupted');
  const stopped = runMove(site, [folder], {}, AbortSignal.abort());
  await expect(stopped).rejects.toThrow('run the same command again to continue');
  const key = await findKey('picture.png');
  const target = createStorage({ STORAGE_DIR: folder });
  await target.put(key, Buffer.from('less'));
  expect(await runMove(site, [folder])).toContain('Copied 8 files');
  const source = await createStorage(site.config).stat(key);
  expect((await target.stat(key))?.sizeBytes).toBe(source?.sizeBytes);
});

it('files in the old place are deleted only if the site has all files in its new place', async () => {
  const old = join(site.folder, 'old');
  await runMove(site, [old]);
  const storage = createStorage(site.config);
  const key = await findKey('00001.m4s');
  const object = await storage.get(key);
  const bytes = Buffer.concat((await object?.stream.toArray()) ?? []);
  await storage.delete(key);
  await expect(runMove(site, [old, '--delete-old'])).rejects.toThrow('lacks 1 file of the site');
  await storage.put(key, bytes);
  const there = createStorage({ STORAGE_DIR: old });
  await there.put('videos/deleted/source', Buffer.from('since the move'));
  expect(await runMove(site, [old, '--delete-old'])).toMatch(/Deleted 8 files[^]*Kept 1 file there/);
  expect(await there.stat('videos/deleted/source')).toBeDefined();
  await expect(runMove(site, [old, '--delete-old'])).rejects.toThrow('does not look like the previous place');
  const present = site.config.STORAGE_DIR ?? '';
  await expect(runMove(site, [present, '--delete-old'])).rejects.toThrow(
    'where the files of the site already are',
  );
  expect(await findMismatches(site.config, { mendAgeMs: undefined })).toMatchObject({ lost: [] });
});

it('nothing is deleted from a folder that has the files of this site, but the mark of another one', async () => {
  const old = join(site.folder, 'of-a-copy');
  await runMove(site, [old]);
  for (const [name, folder] of [
    ['catalog', 'videos'],
    ['game', 'game'],
  ] as const) {
    const [row] = await site.query(name, 'update storage_mark set marked_at = now() returning id');
    const marks = join(site.config.STORAGE_DIR ?? '', '.marks');
    await mkdir(marks, { recursive: true });
    await writeFile(join(marks, folder), String(row?.['id']));
  }
  await mkdir(join(old, '.marks'));
  await writeFile(join(old, '.marks', 'videos'), 'another site');
  await expect(runMove(site, [old, '--delete-old'])).rejects.toThrow('does not look like the previous place');
});

it.runIf(isLongRun)(
  'the last round takes nothing from the other place that the site has lost, and nothing from a place without a mark',
  async () => {
    const folder = join(site.folder, 'surviving');
    await runMove(site, [folder]);
    const [source, target] = [createStorage(site.config), createStorage({ STORAGE_DIR: folder })];
    const [lost, shorter] = [await findKey('00001.m4s'), await findKey('00002.m4s')];
    await source.delete(lost);
    await target.put('videos/deleted/source', Buffer.from('by somebody'));
    expect(await runMove(site, [folder, '--last'])).toContain('Removed 1 file there');
    expect(await target.stat(lost)).toBeDefined();
    await source.put(shorter, Buffer.from('cut off'));
    await expect(runMove(site, [folder])).rejects.toThrow(`${shorter} is shorter in`);
    await source.delete(shorter);
    await rm(join(site.config.STORAGE_DIR ?? '', '.marks', 'videos'));
    await expect(runMove(site, [folder, '--last'])).rejects.toThrow('The files of the site are not in');
    expect(await target.stat(shorter)).toBeDefined();
  },
);
