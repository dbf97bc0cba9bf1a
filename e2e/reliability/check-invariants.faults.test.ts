import { spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { untilProcesses } from '../../services/transcoder/test/support/processes.ts';
import { makeTeacher } from '../access/every-state.ts';
import { signInAgain } from '../access/people.ts';
import { rawCall } from '../access/raw-call.ts';
import { dataDirOf, findSiteProcesses } from '../access/site-processes.ts';
import { SMALL_PNG } from '../access/truth-table.ts';
import { uploadFile } from '../access/uploads.ts';
import { createMember, signInSuperadmin, type Account } from '../support/accounts.ts';
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

/** Replaces the thumbnail of a teacher's approved video, which keeps the old one; returns the key of that. */
async function replaceThumbnail(
  id: string,
  { teacher, superadmin }: Record<string, Account>,
): Promise<string> {
  const url = `${site.url}/api/admin/videos/${id}/thumbnail`;
  const put = () =>
    rawCall(url, 'PUT', { token: teacher?.accessToken, body: Buffer.from(SMALL_PNG, 'latin1') });
  await put();
  const body = { decision: 'approve' as const, revision: 1 };
  await superadmin?.call(catalog.decideApproval, { params: { id }, body });
  const { own_thumbnail_id: old } = await data.db
    .selectFrom('videos')
    .select('own_thumbnail_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await put();
  return catalog.ownThumbnailKey(id, old ?? '');
}

it('the files with which changes of teachers can be undone belong to them, and must be there', async () => {
  const superadmin = await signInSuperadmin(site);
  const member = await createMember(site.url);
  await makeTeacher(superadmin, member);
  const teacher = await signInAgain(site.url, member);
  const file = new Blob([await readFile(await makeClip({ seconds: 1, width: 160, height: 90 }))]);
  const id = await uploadFile(site.url, teacher, { title: 'Wren', visibility: 'public', file });
  const kept = await replaceThumbnail(id, { teacher, superadmin });
  const ofThumbnails = async () =>
    (await findViolations(site, data, { accepted: [] })).filter((sentence) => sentence.includes('thumb'));
  await data.db.updateTable('videos').set({ status: 'completed' }).where('id', '=', id).execute();
  expect(await data.storage.stat(kept)).toBeDefined();
  expect(await ofThumbnails()).toEqual([]);
  await data.storage.delete(kept);
  expect(await ofThumbnails()).toEqual([`${kept} is missing from storage`]);
  await data.db.deleteFrom('videos').where('id', '=', id).execute();
  await data.storage.deletePrefix(`videos/${id}/`);
});

it('lists and links that contradict themselves are found', async () => {
  const { call, user } = await createMember(site.url);
  const { list } = (await call(catalog.createSongList, { body: { name: 'Ours' } })).data;
  const params = { id: list.id };
  const { link } = (await call(catalog.createLink, { params, body: { name: 'Grandma' } })).data;
  expect(await findViolations(site, data, { accepted: [] })).toEqual([]);
  const { db } = data;
  await sql`update song_lists set song_count = 7, site_rank = 1`.execute(db);
  await sql`delete from song_list_makers`.execute(db);
  await sql`insert into song_list_openings (link_id, day, count) values (${link.id}, now(), 3)`.execute(db);
  await sql`
    insert into song_list_codes (link_id, code_hash, code_sealed, key_id, ends_at)
    values (${link.id}, 'x', 'x', 'x', now() + interval '13 hours')`.execute(db);
  expect(await findViolations(site, data, { accepted: [] })).toEqual([
    `The list ${list.id} counts 7 songs and has 0.`,
    `The list ${list.id} has no place among those of the site, or one although it is not of the site.`,
    `It is not known what the maker of the link ${link.id} is.`,
    `The link ${link.id} counts fewer openings than its days.`,
    `The code for the board of the link ${link.id} is good for too long.`,
  ]);
  await sql`update song_lists set owner_id = gen_random_uuid()`.execute(db);
  await sql`delete from song_list_openings`.execute(db);
  await sql`
    insert into forgotten_members (user_id, deletes_videos, forgotten_at, next_sweep_at)
    values (gen_random_uuid(), false, now() - interval '3 hours', now() + interval '1 day')`.execute(db);
  await sql`update forgotten_members set user_id = ${user.id}`.execute(db);
  expect(await findViolations(site, data, { accepted: [] })).toEqual(
    expect.arrayContaining([
      `The link ${link.id} was made by somebody whose list it does not open.`,
      `The deleted account ${user.id} still has lists, links or places in lists.`,
    ]),
  );
  await sql`delete from song_lists`.execute(db);
  await sql`delete from forgotten_members`.execute(db);
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
