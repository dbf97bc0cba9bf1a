import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { untilProcesses } from '../../services/transcoder/test/support/processes.ts';
import { dataDirOf, findSiteProcesses } from '../access/site-processes.ts';
import { uploadFile } from '../access/uploads.ts';
import { signInSuperadmin } from '../support/accounts.ts';
import { openCatalogData, type CatalogData } from '../support/catalog-data.ts';
import { makeClip } from '../support/clips.ts';
import { startSite } from '../support/start-site.ts';
import { findViolations } from './check-invariants.ts';

let site: Stack;
let data: CatalogData;
beforeAll(async () => {
  site = await startSite({ workers: 0 });
  data = await openCatalogData(site.url);
});
afterAll(async () => {
  await data?.close();
  await site?.stop();
});

it('every violated invariant is found: a lost and an unfinished video, wrong objects, a silent unit, a stray process, temporary files', async () => {
  expect(await findViolations(site, data, { accepted: [] })).toEqual([]);
  const file = new Blob([await readFile(await makeClip({ seconds: 1, width: 160, height: 90 }))]);
  const account = await signInSuperadmin(site);
  const id = await uploadFile(site.url, account, { title: 'Unfinished', visibility: 'public', file });
  await data.db
    .updateTable('transcode_units')
    .set({ state: 'running', heartbeat_at: new Date(Date.now() - 60_000) })
    .execute();
  await data.storage.delete(`videos/${id}/source`);
  await data.storage.put('videos/none/1/stray', Buffer.from('stray'));
  await data.storage.startUpload('videos/none/source');
  const work = join(dataDirOf(await findSiteProcesses(site.url)), 'work');
  const left = join(work, 'transcoder-1', 'larksong-transcoder', '1', 'token');
  await mkdir(left, { recursive: true });
  const stray = spawn('tail', ['-f', '/dev/null', `--pid=${process.pid}`, join(left, 'out.mp4')]);
  try {
    await untilProcesses(left, 'running', 5000);
    const violations = await findViolations(site, data, { accepted: [id, 'lost'] });
    expect(violations).toEqual([
      `${id} is not final`,
      'lost was accepted and is lost',
      'videos/none/1/stray belongs to nothing',
      `videos/${id}/source is missing from storage`,
      `the plan of ${id} runs without a heartbeat`,
      `process ${stray.pid} works for no unit`,
      `${left} was left behind`,
      'the upload of videos/none/source was left behind',
    ]);
  } finally {
    stray.kill();
  }
});
