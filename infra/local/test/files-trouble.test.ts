import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SmallDisk } from '@larksong/service-kit/testing/small-disk';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { describeFilesTrouble } from '../src/settings/files-trouble.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'larksong-files-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

async function putMark(): Promise<void> {
  await mkdir(join(dataDir, 'storage', '.marks'), { recursive: true });
  await writeFile(join(dataDir, 'storage', '.marks', 'videos'), 'of this site\n');
}

it('a start has nothing to say about the files of a site that are in place', async () => {
  await putMark();
  expect(await describeFilesTrouble(dataDir)).toBeUndefined();
});

it('a start says so if the files of the site are gone', async () => {
  await mkdir(join(dataDir, 'storage'));
  expect(await describeFilesTrouble(dataDir)).toMatch(/^The files of the site are not in .+\/storage\./);
});

it.runIf(process.getuid?.() === 0)('a start says so if the files of the site can only be read', async () => {
  const disk = new SmallDisk(join(dataDir, 'storage'));
  try {
    await putMark();
    disk.makeReadOnly();
    expect(await describeFilesTrouble(dataDir)).toMatch(
      /^The folder of the site's files, .+\/storage, can only be read \(EROFS\)\./,
    );
  } finally {
    disk.remove();
  }
});
