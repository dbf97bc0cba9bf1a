import { catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { addSong, callerOf } from './library.ts';
import { startCatalog, transcode, videoRow, type TestCatalog } from './support.ts';
import { demote, signIn, uploadAs, type TestTeacher } from './teachers.ts';

const QUOTA = { siteBytes: 1e9, uploaderBytes: 2e7 };

let service: TestCatalog;
let teacher: TestTeacher;
let other: TestTeacher;
let member: TestTeacher;
beforeAll(async () => {
  service = await startCatalog({ quota: QUOTA });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db.deleteFrom('videos').execute();
  [teacher, other, member] = [
    await signIn(service, 'teacher'),
    await signIn(service, 'teacher'),
    await signIn(service, 'user'),
  ];
});
const call = callerOf(() => service);

/** Sends the beginning of an upload, does something, and sends the rest. Returns the status of the answer. */
async function uploadSlowly({ headers }: TestTeacher, meanwhile: () => void): Promise<number> {
  const arrived = new TransformStream<Uint8Array, Uint8Array>();
  const head = '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nDucks\r\n--x\r\n';
  const file = 'content-disposition: form-data; name="video"; filename="a.mp4"\r\n\r\n';
  const answer = fetch(`${service.url}/api/admin/videos/upload`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    body: arrived.readable,
    duplex: 'half',
  });
  const writer = arrived.writable.getWriter();
  await writer.write(Buffer.from(`${head}${file}quack`));
  await expect.poll(() => service.db.selectFrom('uploads').select('id').execute()).toHaveLength(1);
  meanwhile();
  await writer.write(Buffer.from('\r\n--x--\r\n'));
  await writer.close();
  return (await answer).status;
}

const everybody = () => ({
  visitor: {},
  member: member.headers,
  other: other.headers,
  teacher: teacher.headers,
  superadmin: service.superadmin.headers,
});

/** Returns the callers who find a video in lists, open it and watch it; each of the three has to say the same. */
async function listViewers(id: string): Promise<string[]> {
  const seen: string[] = [];
  for (const [name, headers] of Object.entries(everybody())) {
    const page = (await call.get(`/api/videos/${id}`, headers)).status;
    const stream = await fetch(`${service.url}/hls/${id}/rights`, { headers });
    const found = (await call.page('/api/videos', headers)).videos.some((video) => video.id === id);
    const ranked = (await call.page('/api/videos?sort=most_viewed', headers)).videos;
    expect([name, page, stream.status, ranked.some((video) => video.id === id)]).toEqual(
      found ? [name, 200, 200, true] : [name, 404, 404, false],
    );
    if (found) seen.push(name);
  }
  return seen;
}

describe('what a teacher uploads', () => {
  it('waits as a private video, which only the teacher and superadmins find and watch', async () => {
    const { id } = await uploadAs(service, teacher, { visibility: 'public' });
    await transcode(service);
    expect(await videoRow(service, id)).toMatchObject({
      status: 'completed',
      visibility: 'private',
      private_user_id: teacher.id,
      approval: 'waiting',
      wanted_visibility: 'public',
    });
    expect(await listViewers(id)).toEqual(['teacher', 'superadmin']);
    const video = await call.video(id, teacher.headers);
    expect(video).toMatchObject({
      visibility: 'private',
      approval: { state: 'waiting', wantedVisibility: 'public', note: null, revision: 0 },
    });
  });

  it('is lost to a demoted teacher, and stays with the superadmins', async () => {
    const { id } = await uploadAs(service, teacher, { visibility: 'registered' });
    await transcode(service);
    demote(service, teacher);
    expect(await listViewers(id)).toEqual(['superadmin']);
    expect((await call.get('/api/admin/videos/tags/values?type=grade', teacher.headers)).status).toBe(200);
    await expect(teacher.call(catalog.deleteVideo, { params: { id } })).rejects.toMatchObject({
      status: 403,
    });
  });

  it('appears at once if the teacher is trusted', async () => {
    const trusted = await signIn(service, 'teacher', { isTrusted: true });
    const { id } = await uploadAs(service, trusted);
    await transcode(service);
    expect(await videoRow(service, id)).toMatchObject({ visibility: 'public', approval: null });
    expect(await listViewers(id)).toEqual(['visitor', 'member', 'other', 'teacher', 'superadmin']);
  });

  it('waits if auth does not know its trusted teacher at the end of the upload', async () => {
    const trusted = await signIn(service, 'teacher', { isTrusted: true });
    const { sessions } = service.issuer;
    expect(await uploadSlowly(trusted, () => void sessions.delete(trusted.sessionId))).toBe(201);
    expect(await service.db.selectFrom('videos').select(['approval', 'uploader_id']).execute()).toEqual([
      { approval: 'waiting', uploader_id: trusted.id },
    ]);
  });

  it.each([
    ['a teacher who was demoted', 'teacher', { active: true, role: 'user', teacher: null }, 403],
    ['a teacher who has signed out', 'teacher', { active: false, role: undefined }, 401],
    ['a superadmin who was demoted', 'superadmin', { active: true, role: 'user', teacher: null }, 403],
  ] as const)('is not made by %s while uploading', async (_, role, state, status) => {
    const sender = await signIn(service, role, { isTrusted: true });
    const change = () => service.issuer.sessions.set(sender.sessionId, state);
    expect(await uploadSlowly(sender, change)).toBe(status);
    for (const table of ['videos', 'uploads'] as const)
      expect(await service.db.selectFrom(table).select('id').execute()).toEqual([]);
  });

  it('is for the teacher alone if it is private', async () => {
    const { id } = await uploadAs(service, teacher, { visibility: 'private' });
    expect(await videoRow(service, id)).toMatchObject({
      wanted_visibility: 'private',
      wanted_private_user_id: teacher.id,
    });
    const refused = await uploadAs(service, teacher, { visibility: 'private', privateUserId: member.id });
    expect([refused.status, refused.message]).toEqual([
      400,
      'A private video of a teacher is for that teacher alone.',
    ]);
  });

  it('may take up what the account may use, or the site allows to teachers', async () => {
    await expect(
      teacher.call(catalog.startUpload, { body: { sizeBytes: QUOTA.uploaderBytes + 1 } }),
    ).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    const narrow = await signIn(service, 'teacher', { quotaBytes: 10 });
    await expect(narrow.call(catalog.startUpload, { body: { sizeBytes: 11 } })).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      message: expect.stringContaining('Your videos may take up 10 B on this site') as unknown,
    });
    const wide = await signIn(service, 'teacher', { quotaBytes: 6e7 });
    await wide.call(catalog.startUpload, { body: { sizeBytes: QUOTA.uploaderBytes + 1 } });
    expect((await uploadAs(service, narrow)).status).toBe(507);
  });
});

describe('a teacher', () => {
  const attempts = (id: string): (() => Promise<unknown>)[] => {
    const params = { id };
    return [
      () => teacher.call(catalog.updateVideo, { params, body: { title: 'Mine' } }),
      () =>
        teacher.call(catalog.addVideoTags, { params, body: { tags: [{ tagType: 'grade', tagValue: '1' }] } }),
      () =>
        teacher.call(catalog.putCaption, { params, body: { language: 'en', label: 'E', content: CAPTIONS } }),
      () => teacher.call(catalog.deleteCaption, { params: { id, captionId: id } }),
      () => teacher.call(catalog.putThumbnail, { params, body: 'no picture' }),
      () => teacher.call(catalog.deleteThumbnail, { params }),
      () => teacher.call(catalog.retryVideo, { params }),
      () => teacher.call(catalog.acceptReadable, { params }),
      () => teacher.call(catalog.cancelVideo, { params }),
      () => teacher.call(catalog.deleteVideo, { params }),
    ];
  };
  const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:01.000\nQuack\n';

  it.each([
    ['may not change', 'public', 'FORBIDDEN'],
    ['may not change', 'registered', 'FORBIDDEN'],
    ['does not even see', 'private', 'VIDEO_NOT_FOUND'],
  ] as const)('%s a %s video of somebody else', async (_, visibility, code) => {
    const id = await addSong(service, { visibility });
    for (const attempt of attempts(id)) await expect(attempt()).rejects.toMatchObject({ code });
    expect(await videoRow(service, id)).toMatchObject({ title: 'Ducks' });
  });

  it('does not see the waiting video of another teacher', async () => {
    const id = await addSong(service, { uploaderId: other.id, isWaiting: true });
    for (const attempt of attempts(id))
      await expect(attempt()).rejects.toMatchObject({ code: 'VIDEO_NOT_FOUND' });
  });

  it('recognises no files of other uploaders', async () => {
    await addSong(service);
    const id = await addSong(service, { uploaderId: teacher.id });
    const { data } = await teacher.call(catalog.findSources, { body: { sizes: [1] } });
    expect(data.sources.map((source) => source.id)).toEqual([id]);
  });

  it('asks for a wider visibility and keeps the present one, but narrows at once', async () => {
    const id = await addSong(service, { uploaderId: teacher.id, visibility: 'registered' });
    const change = async (visibility: catalog.Visibility) => {
      const { data } = await teacher.call(catalog.updateVideo, { params: { id }, body: { visibility } });
      return [data.video.visibility, data.video.approval?.state, data.video.approval?.wantedVisibility];
    };
    expect(await change('public')).toEqual(['registered', 'widening', 'public']);
    expect(await listViewers(id)).toEqual(['member', 'other', 'teacher', 'superadmin']);
    expect((await call.video(id, member.headers)).approval).toBeUndefined();
    expect(await change('registered')).toEqual(['registered', undefined, undefined]);
    expect(await change('private')).toEqual(['private', undefined, undefined]);
    expect((await videoRow(service, id)).private_user_id).toBe(teacher.id);
  });
});

describe('the work of a teacher', () => {
  it('shows the uploads of the teacher, and nothing of others or of workers', async () => {
    await uploadAs(service, other, { title: 'Of somebody else' });
    const { id } = await uploadAs(service, teacher, { title: 'Mine' });
    const sentBack = await addSong(service, { uploaderId: teacher.id, isWaiting: true, title: 'Sent back' });
    const failed = await addSong(service, { uploaderId: teacher.id, isWaiting: true, state: 'failed' });
    await addSong(service, { state: 'failed' });
    await addSong(service);
    await sql`update videos set approval = 'sent_back' where id = ${sentBack}`.execute(service.db);
    const { data } = await teacher.call(catalog.listOwnWork, {});
    expect(data.processing).toMatchObject([{ id, title: 'Mine', queuePosition: 2, share: 0 }]);
    expect(data.pending.map((video) => [video.id, video.approval.state])).toEqual([
      [sentBack, 'sent_back'],
      [id, 'waiting'],
      [failed, 'waiting'],
    ]);
    expect(data.recentlyCompleted.map((video) => video.id)).toEqual([sentBack]);
    expect(data.recentlyFailed.map((video) => video.id)).toEqual([failed]);
    expect(JSON.stringify(data)).not.toMatch(/Of somebody else|worker|log/i);
    await expect(member.call(catalog.listOwnWork, {})).rejects.toMatchObject({ status: 403 });
  });

  it('tells the space that is left, and whether uploads wait', async () => {
    const quota = async (caller: TestTeacher) => (await caller.call(catalog.getOwnQuota, {})).data;
    expect(await quota(teacher)).toEqual({
      usedBytes: 0,
      limitBytes: QUOTA.uploaderBytes,
      needsApproval: true,
    });
    await uploadAs(service, teacher, {}, 'quack');
    expect((await quota(teacher)).usedBytes).toBe(5);
    const trusted = await signIn(service, 'teacher', { isTrusted: true, quotaBytes: 7 });
    expect(await quota(trusted)).toEqual({ usedBytes: 0, limitBytes: 7, needsApproval: false });
    const ruth = await signIn(service, 'superadmin');
    expect(await quota(ruth)).toMatchObject({ limitBytes: QUOTA.uploaderBytes, needsApproval: false });
    await expect(member.call(catalog.getOwnQuota, {})).rejects.toMatchObject({ status: 403 });
  });
});

describe('a service from before approvals', () => {
  it('keeps a waiting video private, whatever a superadmin changes with it', async () => {
    const id = await addSong(service, { uploaderId: teacher.id, isWaiting: true, visibility: 'public' });
    const rows = async () => {
      const {
        approval,
        visibility,
        private_user_id: user,
        wanted_visibility: wanted,
      } = await videoRow(service, id);
      return [approval, visibility, user, wanted];
    };
    await sql`update videos set title = 'New', visibility = 'private', private_user_id = uploader_id`.execute(
      service.db,
    );
    expect(await rows()).toEqual(['waiting', 'private', teacher.id, 'public']);
    await sql`update videos set visibility = 'registered', private_user_id = null`.execute(service.db);
    expect(await rows()).toEqual(['waiting', 'private', teacher.id, 'registered']);
    expect(await listViewers(id)).toEqual(['teacher', 'superadmin']);
  });
});
