import { rmSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { firstKinds, isLongRun } from '@larksong/service-kit/testing/random';
import { expect, it, onTestFinished, vi } from 'vitest';

import { runBackup } from '../src/commands/backup.ts';
import { runRestore } from '../src/commands/restore.ts';
import { addVideo, createSite, type TestSite } from './site.ts';

const around = { signal: new AbortController().signal, note: () => {} };

async function siteWithVideo(): Promise<TestSite> {
  const site = await createSite();
  onTestFinished(() => site.stop());
  await addVideo(site);
  return site;
}

function backUp({ config }: TestSite, folder: string, mode: 'copy' | 'links' = 'copy') {
  return runBackup(config, folder, { mode, keep: 1, ...around });
}

function restore({ config }: TestSite, folder: string) {
  return runRestore(config, folder, { pointsPlace: undefined, acceptDamage: false, ...around });
}

/** Returns the paths of files below a folder. */
async function listFiles(folder: string, name: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.filter((path) => name.test(path));
}

it.each(firstKinds('BACKUP_MODES', 1, ['copy', 'links']))(
  'objects that storage has lost stay in later backups and can be restored: %s',
  async (mode) => {
    const site = await siteWithVideo();
    const content = await site.read();
    const folder = join(site.folder, 'backups');
    await backUp(site, folder, mode);
    for (const path of await listFiles(site.config.STORAGE_DIR ?? '', /\.m4s$/)) await rm(path);
    const { manifest } = await backUp(site, folder, mode);
    expect(manifest.objects.missing).toHaveLength(3);
    await restore(site, folder);
    expect(await site.read()).toEqual(content);
  },
);

it.runIf(isLongRun)(
  'a link stays when the file of storage is not whole any more, as does a copy whose newest list is damaged',
  async () => {
    const site = await siteWithVideo();
    const content = await site.read();
    const [links, copies] = [join(site.folder, 'links'), join(site.folder, 'copies')];
    await backUp(site, links, 'links');
    await runBackup(site.config, copies, { mode: 'copy', keep: 3, ...around });
    const { id } = await runBackup(site.config, copies, { mode: 'copy', keep: 3, ...around });
    await writeFile(join(copies, 'backups', id, 'objects.gz'), 'damaged');
    const [song = ''] = await listFiles(site.config.STORAGE_DIR ?? '', /\.m4s$/);
    const cutOff = async () => {
      await rm(song); // a link to the file has its content, too
      await writeFile(song, 'cut off');
    };
    for (const [folder, mode] of [
      [links, 'links'],
      [copies, 'copy'],
    ] as const) {
      await cutOff();
      await runBackup(site.config, folder, { mode, keep: 3, ...around });
      await restore(site, folder);
      expect(await site.read(), mode).toEqual(content);
    }
  },
);

it('a backup during which the disk of the songs goes away does not count', async () => {
  const site = await siteWithVideo();
  const mark = join(site.config.STORAGE_DIR ?? '', '.marks', 'videos');
  await mkdir(dirname(mark));
  const [row] = await site.query('catalog', 'update storage_mark set marked_at = now() returning id');
  await writeFile(mark, String(row?.['id']));
  let isCopying = false;
  const { signal } = new AbortController();
  // It is asked before each file.
  signal.throwIfAborted = () => isCopying && rmSync(mark, { force: true });
  const note = (line: string) => (isCopying ||= line.includes('files of songs'));
  const options = { mode: 'copy' as const, keep: 1, signal, note };
  await expect(runBackup(site.config, join(site.folder, 'backups'), options)).rejects.toThrow(
    'The files of the site are not in',
  );
});

it.runIf(isLongRun)(
  'two sites that share a folder leave each other’s backups, and a backup made while the clock is behind stays',
  async () => {
    const [site, other] = [await siteWithVideo(), await siteWithVideo()];
    const folder = join(site.folder, 'shared');
    await other.query('catalog', 'update storage_mark set id = gen_random_uuid()'); // databases of tests are copies of one
    const { id, manifest } = await backUp(site, folder);
    await backUp(other, folder);
    const notes: string[] = [];
    const options = {
      mode: 'copy' as const,
      keep: 1,
      signal: around.signal,
      note: (line: string) => notes.push(line),
    };
    const { removed } = await runBackup(other.config, folder, options);
    expect(removed).toHaveLength(1);
    expect(await readdir(join(folder, 'backups'))).toContain(id);
    expect(notes.join(' ')).toContain(`has backups of another site, too, such as ${id}`);
    expect(await listFiles(join(folder, 'objects'), /./)).toHaveLength(2 * manifest.objects.count);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2020, 0) });
    onTestFinished(() => void vi.useRealTimers());
    expect((await backUp(site, folder)).id).toBe('2020-01-01T00-00-00Z');
    expect(await readdir(join(folder, 'backups'))).toContain('2020-01-01T00-00-00Z');
  },
);
