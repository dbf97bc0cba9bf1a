import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { markPath } from '@larksong/service-kit/storage';
import { mountSmallDisk, unmountSmallDisk } from '@larksong/service-kit/testing/small-disk';

/** Creates an empty storage on a small disk, with the mark of another one, so that a site takes it for its own. */
export async function createSmallStorage(
  original: string,
  sizeMib: number,
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'larksong-small-storage-'));
  if (!mountSmallDisk(folder, sizeMib)) throw new Error('A small disk needs root.');
  const mark = markPath(folder, 'videos');
  await mkdir(dirname(mark), { recursive: true });
  await copyFile(markPath(original, 'videos'), mark);
  return {
    folder,
    async remove() {
      unmountSmallDisk(folder);
      await rm(folder, { recursive: true });
    },
  };
}
