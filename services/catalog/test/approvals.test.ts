import { catalog, type Data } from '@larksong/contracts';
import type { Static } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { addSong, callerOf } from './library.ts';
import { startCatalog, transcode, videoRow, type TestCatalog } from './support.ts';
import { signIn, uploadAs, type TestTeacher } from './teachers.ts';

let service: TestCatalog;
let teacher: TestTeacher;
let ruth: TestTeacher;
let olive: TestTeacher;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
  [teacher, ruth, olive] = [
    await signIn(service, 'teacher'),
    await signIn(service, 'superadmin', { username: 'ruth' }),
    await signIn(service, 'superadmin', { username: 'olive' }),
  ];
});
const call = callerOf(() => service);

type Decision = Partial<Static<typeof catalog.decideApproval.body>>;

async function decide(id: string, decision: Decision = {}, by = ruth): Promise<catalog.Video> {
  const body = { decision: 'approve' as const, revision: 0, ...decision };
  return (await by.call(catalog.decideApproval, { params: { id }, body })).data.video;
}

const sendBack = (note = 'The title is missing a word.'): Decision => ({ decision: 'send_back', note });

const waiting = (song: Parameters<typeof addSong>[1] = {}) =>
  addSong(service, { uploaderId: teacher.id, isWaiting: true, ...song });

async function list(query: { list?: 'waiting' | 'sent_back'; limit?: number; cursor?: string } = {}) {
  const { data }: { data: Data<typeof catalog.listApprovals> } = await ruth.call(catalog.listApprovals, {
    query,
  });
  return data;
}

const listNotices = async () =>
  (await teacher.call(catalog.listNotices, {})).data.notices.map(({ kind, message }) => [kind, message]);

describe('an approval', () => {
  it('makes the video visible, as new as the approval, and notifies its teacher', async () => {
    const { id } = await uploadAs(service, teacher, { visibility: 'public', title: 'Waiting' });
    await transcode(service);
    await service.db.deleteFrom('notices').execute();
    await addSong(service, { title: 'Later' });
    const before = new Date();
    const video = await decide(id);
    expect(video).toMatchObject({ visibility: 'public', privateUserId: null });
    expect(video.approval).toBeUndefined();
    expect(new Date(video.createdAt).getTime()).toBeGreaterThanOrEqual(before.getTime() - 1000);
    expect(await call.titles('/api/videos')).toEqual(['Waiting', 'Later']);
    expect(await listNotices()).toEqual([['approved', null]]);
    const { data } = await ruth.call(catalog.listVideoChanges, { query: { action: 'video.approve' } });
    expect(data.entries[0]).toMatchObject({
      subject: { id, name: 'Waiting' },
      actor: { name: 'ruth' },
      before: { approval: 'waiting' },
      after: { visibility: 'public' },
    });
  });

  it('can come with changes, which are made at the same moment', async () => {
    const id = await waiting({ visibility: 'public' });
    const tags = [{ tagType: 'grade' as const, tagValue: 'Grade 1' }];
    const video = await decide(id, { changes: { title: 'Geese', tags, visibility: 'registered' } });
    expect(video).toMatchObject({ title: 'Geese', tags, visibility: 'registered' });
    expect(await call.titles('/api/videos?q=geese', teacher.headers)).toEqual(['Geese']);
    expect(await call.titles('/api/videos?q=geese')).toEqual([]);
    const { data } = await ruth.call(catalog.listVideoChanges, {
      query: { action: 'video.approve', limit: 1 },
    });
    expect(data.entries[0]).toMatchObject({
      before: { approval: 'waiting', title: 'Ducks', wanted: { visibility: 'public' } },
      after: { title: 'Geese', tags, visibility: 'registered' },
    });
    expect(data.entries[0]?.after).not.toHaveProperty('wanted');
  });

  it('with changes that are not valid changes nothing', async () => {
    const id = await waiting();
    await expect(decide(id, { changes: { title: ' ' } })).rejects.toMatchObject({ message: 'Enter a title' });
    expect(await videoRow(service, id)).toMatchObject({ approval: 'waiting', title: 'Ducks' });
  });

  it('of a private video makes it visible to its teacher alone', async () => {
    const { id } = await uploadAs(service, teacher, { visibility: 'private' });
    await decide(id);
    expect(await videoRow(service, id)).toMatchObject({ visibility: 'private', private_user_id: teacher.id });
  });

  it('of a wider visibility keeps the age of the video', async () => {
    const id = await addSong(service, { uploaderId: teacher.id, visibility: 'registered' });
    const { createdAt } = await call.video(id, teacher.headers);
    await teacher.call(catalog.updateVideo, { params: { id }, body: { visibility: 'public' } });
    expect((await list()).videos[0]).toMatchObject({ id, approval: { state: 'widening', revision: 1 } });
    expect(await decide(id, { revision: 1 })).toMatchObject({ visibility: 'public', createdAt });
  });

  it('can be given while the video is still being transcoded', async () => {
    const { id } = await uploadAs(service, teacher);
    await decide(id);
    await transcode(service);
    expect(await call.titles('/api/videos')).toEqual(['Ducks']);
  });

  it('is given only to videos that need one, by superadmins', async () => {
    const id = await addSong(service);
    await expect(decide(id)).rejects.toMatchObject({ message: 'This video needs no approval.' });
    await expect(decide(await waiting(), {}, teacher)).rejects.toMatchObject({ status: 403 });
    await expect(teacher.call(catalog.listApprovals, {})).rejects.toMatchObject({ status: 403 });
    await expect(decide(olive.id)).rejects.toMatchObject({ code: 'VIDEO_NOT_FOUND' });
  });
});

describe('a video that was sent back', () => {
  it('says why to its teacher, and waits again once its teacher has changed it', async () => {
    const id = await waiting();
    await decide(id, sendBack());
    expect(await listNotices()).toEqual([['sent_back', 'The title is missing a word.']]);
    const { approval } = await call.video(id, teacher.headers);
    expect(approval).toMatchObject({ state: 'sent_back', note: 'The title is missing a word.', revision: 1 });
    expect((await list()).counts).toEqual({ waiting: 0, sentBack: 1 });
    expect((await list({ list: 'sent_back' })).videos.map((video) => video.id)).toEqual([id]);

    await teacher.call(catalog.updateVideo, { params: { id }, body: { title: 'Ducks' } }); // no change
    await ruth.call(catalog.updateVideo, { params: { id }, body: { title: 'Geese' } });
    expect((await call.video(id, teacher.headers)).approval?.state).toBe('sent_back');
    await teacher.call(catalog.updateVideo, { params: { id }, body: { title: 'Three ducks' } });
    const again = (await call.video(id, teacher.headers)).approval;
    expect(again).toMatchObject({ state: 'waiting', note: 'The title is missing a word.', revision: 3 });
    expect((await list()).videos.map((video) => [video.id, video.uploaderId])).toEqual([[id, teacher.id]]);
    await decide(id, { revision: 3 });
    expect(await listNotices()).toEqual([['approved', null]]);
  });

  it.each([
    ['tags', { tags: [{ tagType: 'grade' as const, tagValue: 'Grade 1' }] }],
    ['the wanted visibility', { visibility: 'registered' as const }],
  ])('waits again after a change of %s', async (_, body) => {
    const id = await waiting();
    await decide(id, sendBack());
    await teacher.call(catalog.updateVideo, { params: { id }, body });
    expect((await videoRow(service, id)).approval).toBe('waiting');
  });

  it('needs a sentence', async () => {
    const id = await waiting();
    for (const note of [undefined, '', ' \n '])
      await expect(
        decide(id, { decision: 'send_back', ...(note === undefined ? {} : { note }) }),
      ).rejects.toMatchObject({
        message: 'Write a sentence about what should be changed.',
      });
    await expect(decide(id, { ...sendBack(), changes: { title: 'x' } })).rejects.toMatchObject({
      status: 400,
    });
    await expect(decide(id, sendBack('x'.repeat(501)))).rejects.toMatchObject({
      message: 'The sentence can have at most 500 characters.',
    });
  });

  it('keeps its visibility if a wider one was declined', async () => {
    const id = await addSong(service, { uploaderId: teacher.id, visibility: 'registered' });
    await teacher.call(catalog.updateVideo, { params: { id }, body: { visibility: 'public' } });
    const video = await decide(id, { ...sendBack('Not for everybody.'), revision: 1 });
    expect([video.visibility, video.approval]).toEqual(['registered', undefined]);
    expect(await listNotices()).toEqual([['sent_back', 'Not for everybody.']]);
    expect((await list()).counts).toEqual({ waiting: 0, sentBack: 0 });
  });
});

describe('two decisions about one video', () => {
  const kinds: [string, Decision][] = [
    ['approved', {}],
    ['sent', sendBack()],
  ];

  it.each(kinds)('are one, and the other superadmin is told who has %s it', async (word, decision) => {
    const id = await waiting();
    const results = await Promise.allSettled([decide(id, decision, ruth), decide(id, decision, olive)]);
    const lost = results.filter(({ status }) => status === 'rejected');
    expect(lost).toHaveLength(1);
    const name = results[0]?.status === 'fulfilled' ? 'ruth' : 'olive';
    expect(lost[0]).toMatchObject({
      reason: { code: 'CONFLICT', message: expect.stringContaining(`${name} has ${word}`) as unknown },
    });
    expect(await listNotices()).toHaveLength(1);
  });

  it('are refused if the teacher has changed the video since it was looked at', async () => {
    const id = await waiting();
    await teacher.call(catalog.addVideoTags, {
      params: { id },
      body: { tags: [{ tagType: 'grade', tagValue: '1' }] },
    });
    await expect(decide(id)).rejects.toMatchObject({
      message: 'This video has been changed in the meantime. Please look at it again.',
    });
    await decide(id, { revision: 1 });
  });
});

describe('the list of approvals', () => {
  it('is complete over its pages, oldest first', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await waiting({ title: `Song ${n}` }));
    await waiting().then((id) => decide(id, sendBack()));
    const first = await list({ limit: 3 });
    const second = await list({ limit: 3, cursor: first.nextCursor ?? '' });
    expect(first.counts).toEqual({ waiting: 5, sentBack: 1 });
    expect([...first.videos, ...second.videos].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeNull();
  });
});

describe('a site without approvals', () => {
  const setApprovals = (isOn: boolean) => ruth.call(catalog.putApprovals, { body: { isOn } });

  it('publishes what teachers upload, while what waited before still waits', async () => {
    const first = await uploadAs(service, teacher, { visibility: 'public', title: 'First' });
    expect((await list()).isOn).toBe(true);
    await setApprovals(false);
    const second = await uploadAs(service, teacher, { visibility: 'public', title: 'Second' });
    await setApprovals(true);
    const third = await uploadAs(service, teacher, { visibility: 'public', title: 'Third' });
    const states = [];
    for (const { id } of [first, second, third]) states.push((await videoRow(service, id)).approval);
    expect(states).toEqual(['waiting', null, 'waiting']);
  });

  it('is chosen by superadmins alone', async () => {
    const body = { isOn: false };
    await expect(teacher.call(catalog.putApprovals, { body })).rejects.toMatchObject({ status: 403 });
    expect((await list()).isOn).toBe(true);
  });
});
