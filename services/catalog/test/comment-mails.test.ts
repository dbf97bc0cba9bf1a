import { catalog, status, type Call } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { relayCommentMails } from '../src/comments/relay-mails.ts';
import { tellComments } from '../src/comments/tell-comments.ts';
import * as site from './comment-site.ts';
import type { TestTeacher } from './teachers.ts';

let started: site.CommentSite;
let ruth: TestTeacher;
let teacher: TestTeacher;
let teo: TestTeacher;
let song: string;
beforeAll(async () => {
  started = await site.startCommentSite();
});
afterAll(() => started.stop());
beforeEach(async () => {
  await started.service.db.deleteFrom('comment_authors').execute();
  [ruth, teacher, teo] = [
    await started.join('superadmin'),
    await started.join('teacher'),
    await started.join(),
  ];
  await site.choose(started, ruth, { setting: 'approval', words: [] });
  song = await site.addSongOf(started, teacher);
});

describe('the mails', () => {
  const relay = () => relayCommentMails({ db: started.service.db, auth: started.auth });
  const age = (minutes: number) =>
    sql`update comments set waiting_since = now() - make_interval(mins => ${minutes})
      where waiting_since is not null`.execute(started.service.db);
  const forget = () =>
    sql`update site_settings set comments_mailed_at = null, comments_mail_id = null`.execute(
      started.service.db,
    );
  beforeEach(async () => {
    await forget();
    started.mails.length = 0;
  });

  it('comments that wait are told in one mail, as soon as one of them is five minutes old', async () => {
    const other = await site.addSongOf(started);
    for (const text of ['One', 'Two']) await site.write(teo, song, text);
    await site.write(teo, other, 'Three');
    await relay();
    expect(started.mails).toEqual([]);
    await age(6);
    await relay();
    await relay();
    const uploaders = [
      { userId: teacher.id, waiting: 2, reported: 0 },
      { userId: started.service.superadmin.id, waiting: 1, reported: 0 },
    ];
    expect(started.mails).toMatchObject([
      { path: '/internal/comment-mails/waiting', body: { waiting: 3, reported: 0 } },
    ]);
    const { body } = started.mails[0] as { body: { uploaders: unknown[] } };
    expect(body.uploaders).toEqual(expect.arrayContaining(uploaders));
    await site.write(teo, song, 'Four');
    await age(6);
    await relay();
    expect(started.mails).toHaveLength(1);
  });

  it('are for teachers about new comments of others alone, not about old ones or their own', async () => {
    const other = await started.join('teacher');
    const theirs = await site.addSongOf(started, other);
    await site.choose(started, ruth, { words: ['quatsch'] });
    await site.write(teo, song, 'Old');
    await age(6);
    await relay();
    expect(started.mails).toMatchObject([
      { body: { waiting: 1, uploaders: [{ userId: teacher.id, waiting: 1 }] } },
    ]);
    const hoursAgo = sql`now() - interval '2 hours'`;
    await sql`update site_settings set comments_mailed_at = ${hoursAgo}`.execute(started.service.db);
    await sql`update comments set waiting_since = ${hoursAgo} - interval '1 hour'`.execute(
      started.service.db,
    );
    await site.write(teo, theirs, 'New');
    await site.write(other, theirs, 'Quatsch');
    await sql`update comments set waiting_since = now() - interval '6 minutes'
      where text in ('New', 'Quatsch')`.execute(started.service.db);
    started.mails.length = 0;
    await relay();
    expect(started.mails).toMatchObject([
      { body: { waiting: 3, uploaders: [{ userId: other.id, waiting: 1, reported: 0 }] } },
    ]);
    expect(started.mails[0]?.body).toMatchObject({ uploaders: [expect.anything()] });
  });

  it('say which of the comments superadmins wrote themselves', async () => {
    const { id } = await site.write(ruth, song, 'Welcome');
    await teo.call(catalog.reportComment, { params: { id }, body: { fault: 'other' } });
    await sql`update comments set reported_at = now() - interval '6 minutes'`.execute(started.service.db);
    await relay();
    const counts = { waiting: 0, reported: 1 };
    expect(started.mails).toMatchObject([{ body: { ...counts, own: [{ userId: ruth.id, ...counts }] } }]);
  });

  it('the author of a removed comment is told once, unless it was restored before', async () => {
    const [one, two] = [await site.write(teo, song, 'One'), await site.write(teo, song, 'Two')];
    await site.remove(ruth, one, 'unkind', 'Please be kind.');
    await site.approve(ruth, await site.remove(ruth, two));
    await relay();
    await relay();
    expect(started.mails).toMatchObject([
      {
        path: '/internal/comment-mails/removed',
        body: { userId: teo.id, title: 'Ducks', fault: 'unkind', note: 'Please be kind.' },
      },
    ]);
  });
});

describe('the notices', () => {
  let superadmins: TestTeacher[];
  let questions = 0;
  const auth: Call = (async (endpoint: { operationId: string }) => {
    questions += 1;
    return endpoint.operationId === 'listSuperadmins'
      ? { data: { ids: superadmins.map(({ id }) => id) } }
      : { data: { users: [{ id: teacher.id, role: 'user', isTeacher: true }] } };
  }) as never;
  const tell = () => tellComments({ db: started.service.db, auth });
  const read = async (by: TestTeacher) =>
    (await by.call(catalog.listNotices, {})).data.notices.map(({ kind, videoId }) => [kind, videoId]);
  beforeEach(() => {
    superadmins = [ruth];
  });

  it('go once to superadmins and the teacher of the video while something waits, and end with it', async () => {
    const [one, two] = [await site.write(teo, song, 'One'), await site.write(teo, song, 'Two')];
    await tell();
    await tell();
    for (const by of [ruth, teacher]) expect(await read(by)).toEqual([['commented', song]]);
    expect(await read(await started.join('superadmin'))).toEqual([]);
    await site.approve(teacher, one);
    expect(await read(ruth)).toEqual([['commented', song]]);
    await site.approve(ruth, two);
    for (const by of [ruth, teacher]) expect(await read(by)).toEqual([]);
    expect(started.mails.filter(({ path }) => path.includes('video-mails'))).toEqual([]);
  });

  it('come again for another comment once they were read, and not for own ones', async () => {
    await site.choose(started, ruth, { words: ['quatsch'] });
    await site.write(teacher, song, 'Quatsch');
    await tell();
    expect(await read(teacher)).toEqual([]);
    const [notice] = (await ruth.call(catalog.listNotices, {})).data.notices;
    await ruth.call(catalog.markNoticesRead, { body: { ids: [notice?.id ?? ''] } });
    await tell();
    expect(await read(ruth)).toEqual([]);
    await site.write(teo, song, 'Another one');
    await tell();
    for (const by of [ruth, teacher]) expect(await read(by)).toEqual([['commented', song]]);
    await site.choose(started, ruth, { setting: 'off' });
    await tell();
    expect(await read(ruth)).toEqual([]);
  });

  it('of a comment that only its author could be told of are looked for once', async () => {
    const theirs = await site.addSongOf(started, ruth);
    const { id } = await site.write(ruth, theirs, 'Welcome');
    await teo.call(catalog.reportComment, { params: { id }, body: { fault: 'other' } });
    await tell();
    questions = 0;
    await tell();
    expect([questions, await read(ruth)]).toEqual([0, []]);
    await site.write(teo, theirs, 'Hello');
    await tell();
    expect(await read(ruth)).toEqual([['commented', theirs]]);
  });
});

describe('what operators see', () => {
  it('the figures and metrics say what waits and for how long', async () => {
    await site.write(teo, song, 'Hello');
    await sql`update comments set waiting_since = now() - interval '2 hours'`.execute(started.service.db);
    const { data } = await started.service.internal(status.getCatalogStatus, {});
    const { oldestSeconds, ...figures } = data.figures?.comments ?? {};
    expect(figures).toEqual({ setting: 'approval', isChosen: true, waiting: 1, reported: 0 });
    expect(oldestSeconds).toBeGreaterThanOrEqual(7200);
    const metrics = await (await fetch(`${started.service.url}/metrics`)).text();
    expect(metrics).toMatch(/catalog_waiting_comments\{why="approval"\} 1/);
    expect(metrics).toMatch(/catalog_oldest_comment_seconds 72\d\d/);
  });

  it('nothing waits while comments are off, so that no alert is about what nobody can decide', async () => {
    await site.write(teo, song, 'Hello');
    await site.choose(started, ruth, { setting: 'off' });
    const { data } = await started.service.internal(status.getCatalogStatus, {});
    expect(data.figures?.comments).toMatchObject({ waiting: 0, reported: 0, oldestSeconds: 0 });
  });

  it('members download what they wrote, also while comments are off', async () => {
    const { id, revision } = await site.write(teo, song, 'Hello');
    await site.remove(ruth, { id, revision });
    await site.choose(started, ruth, { setting: 'off' });
    const { data } = await teo.call(catalog.listOwnComments, { query: {} });
    expect(data.comments).toMatchObject([{ text: 'Hello', state: 'removed', video: { title: 'Ducks' } }]);
    // A hidden video may have another title by now.
    await ruth.call(catalog.updateVideo, {
      params: { id: song },
      body: { visibility: 'private', privateUserId: ruth.id },
    });
    const { data: later } = await teo.call(catalog.listOwnComments, { query: {} });
    expect(later.comments).toMatchObject([{ text: 'Hello', video: { id: song, title: null } }]);
  });
});
