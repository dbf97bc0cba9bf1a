import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import * as site from './comment-site.ts';
import { addSong, callerOf } from './library.ts';
import type { TestTeacher } from './teachers.ts';

let started: site.CommentSite;
let ruth: TestTeacher;
let teo: TestTeacher;
let song: string;
beforeAll(async () => {
  started = await site.startCommentSite();
});
afterAll(() => started.stop());
beforeEach(async () => {
  started.setAway(false);
  await started.service.db.deleteFrom('comment_authors').execute();
  [ruth, teo] = [await started.join('superadmin'), await started.join()];
  await site.choose(started, ruth, { setting: 'at-once', words: [] });
  song = await site.addSongOf(started);
});
const call = callerOf(() => started.service);

describe('a site without comments', () => {
  beforeEach(() => site.choose(started, ruth, { setting: 'off' }));

  it('answers each call as if there were none', async () => {
    const id = randomUUID();
    const calls = [
      () => site.read(ruth, song),
      () => site.write(ruth, song, 'Hello'),
      () => ruth.call(catalog.updateComment, { params: { id }, body: { text: 'Hello' } }),
      () => ruth.call(catalog.deleteComment, { params: { id } }),
      () => ruth.call(catalog.reportComment, { params: { id }, body: { fault: 'unkind' } }),
      () => ruth.call(catalog.closeComments, { params: { id: song }, body: { isClosed: true } }),
      () => site.listFor(ruth),
      () => site.approve(ruth, { id, revision: 0 }),
      () =>
        ruth.call(catalog.decideComments, {
          body: { decision: 'approve', comments: [{ id, revision: 0 }] },
        }),
      () => ruth.call(catalog.listMutedAuthors, {}),
      () => ruth.call(catalog.muteAuthor, { params: { id }, body: { mute: 'refused' } }),
    ];
    for (const one of calls) await expect(one()).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('says nothing of them with a song', async () => {
    const { data } = await teo.call(catalog.getVideo, { params: { id: song } });
    expect(data).not.toHaveProperty('hasComments');
  });
});

describe('reading', () => {
  it('is for accounts alone: to visitors a song says nothing of comments', async () => {
    await site.write(teo, song, 'We clap when a duck comes home.');
    expect((await call.get(`/api/videos/${song}/comments`)).status).toBe(401);
    const { body } = await call.get(`/api/videos/${song}`);
    expect(body.data).not.toHaveProperty('hasComments');
    const { data } = await teo.call(catalog.getVideo, { params: { id: song } });
    expect(data.hasComments).toBe(true);
  });

  it('gives the newest first, page by page, with the number of all', async () => {
    const texts = ['one', 'two', 'three', 'four', 'five'];
    for (const text of texts) await site.write(teo, song, text);
    const first = await site.read(ruth, song, { limit: 2 });
    expect(first.comments.map(({ text }) => text)).toEqual(['five', 'four']);
    expect(first).toMatchObject({ count: 5, isClosed: false, mayClose: true });
    const second = await site.read(ruth, song, { limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.comments.map(({ text }) => text)).toEqual(['three', 'two']);
    const third = await site.read(ruth, song, { limit: 2, cursor: second.nextCursor ?? '' });
    expect(third.comments.map(({ text }) => text)).toEqual(['one']);
    expect(third.nextCursor).toBeNull();
  });

  it('of a hidden song answers exactly as that of an absent one', async () => {
    const hidden = await addSong(started.service, { visibility: 'private' });
    const waiting = await addSong(started.service, { isWaiting: true });
    const failed = await addSong(started.service, { state: 'failed' });
    const of = async (id: string) => {
      const { status, body } = await call.get(`/api/videos/${id}/comments`, teo.headers);
      return [status, { ...body, requestId: '' }];
    };
    const absent = await of(randomUUID());
    expect(absent[0]).toBe(404);
    for (const id of [hidden, waiting, failed]) expect(await of(id)).toEqual(absent);
  });

  it('continues while auth is away, and says that nobody can write right now', async () => {
    await site.write(teo, song, 'Before');
    const mira = await started.join();
    started.setAway(true);
    const { comments, writing } = await site.read(mira, song);
    expect(comments.map(({ text }) => text)).toEqual(['Before']);
    expect(writing).toMatchObject({ state: 'unknown' });
    await expect(site.write(mira, song, 'Now')).rejects.toMatchObject({
      status: 503,
      reason: 'comment.accounts-away',
    });
    started.setAway(false);
    await expect.poll(() => site.read(mira, song)).toMatchObject({ writing: { state: 'open' } });
  });
});

describe('writing', () => {
  it('is shown at once where the site has chosen that, and waits where it has not', async () => {
    expect(await site.write(teo, song, 'At once')).toMatchObject({ state: 'shown', isOwn: true });
    await site.choose(started, ruth, { setting: 'approval' });
    expect(await site.write(teo, song, 'Later')).toMatchObject({ state: 'waiting' });
    const mira = await started.join();
    expect(await site.textsFor(mira, song)).toEqual(['At once']);
    expect(await site.read(mira, song)).toMatchObject({ count: 1, writing: { needsApproval: true } });
    expect(await site.textsFor(teo, song)).toEqual(['Later', 'At once']);
    expect((await site.read(teo, song)).count).toBe(2);
  });

  it('twice with one id writes once', async () => {
    const id = randomUUID();
    const [one, other] = await Promise.all([
      site.write(teo, song, 'Once', { id }),
      site.write(teo, song, 'Once', { id }),
    ]);
    expect(other).toEqual(one);
    expect(await site.read(teo, song)).toMatchObject({ count: 1 });
    // Another text with it does not replace the first one, but can do so as a change.
    expect(await site.write(teo, song, 'Twice', { id })).toMatchObject({ id, text: 'Once' });
    await expect(site.write(ruth, song, 'Mine', { id })).rejects.toMatchObject({
      reason: 'comment.id-taken',
    });
  });

  it('needs an account that is verified and a day old, unless it is a superadmin', async () => {
    const now = new Date().toISOString();
    const unverified = await started.join('user', { isVerified: false });
    const unconfirmed = await started.join('user', { isVerified: false, canVerify: false });
    const young = await started.join('user', { createdAt: now });
    const disabled = await started.join();
    started.authors.delete(disabled.id);
    const reasonOf = (by: TestTeacher) => site.write(by, song, 'x').then(String, (error) => error.reason);
    expect(await reasonOf(unverified)).toBe('comment.unverified');
    expect(await reasonOf(unconfirmed)).toBe('comment.unconfirmed');
    expect(await reasonOf(young)).toBe('comment.not-yet');
    expect(await reasonOf(disabled)).toBe('comment.unverified');
    const { writing } = await site.read(young, song);
    expect(writing.state).toBe('too-young');
    expect(Date.parse(writing.from ?? '') - Date.parse(now)).toBe(86_400_000);
    expect((await site.read(unverified, song)).writing.state).toBe('unverified');
    expect((await site.read(unconfirmed, song)).writing.state).toBe('unconfirmed');
    const founder = await started.join('superadmin', { createdAt: now });
    expect(await site.write(founder, song, 'Welcome')).toMatchObject({ state: 'shown' });
  });

  it('on a closed song is over for everybody, and reading is not', async () => {
    await site.write(teo, song, 'Before');
    await ruth.call(catalog.closeComments, { params: { id: song }, body: { isClosed: true } });
    await expect(site.write(ruth, song, 'After')).rejects.toMatchObject({ reason: 'comment.closed' });
    expect(await site.read(teo, song)).toMatchObject({ isClosed: true, writing: { state: 'closed' } });
    await expect(
      teo.call(catalog.closeComments, { params: { id: song }, body: { isClosed: false } }),
    ).rejects.toMatchObject({ status: 403 });
  });

  it('with a word of the list waits, whatever its case and accents', async () => {
    await site.choose(started, ruth, { words: ['Quàtsch', 'home address'] });
    expect(await site.write(teo, song, 'So ein QUATSCH!')).toMatchObject({ state: 'waiting' });
    expect(await site.write(teo, song, 'Quatschen')).toMatchObject({ state: 'shown' });
    expect((await site.listFor(ruth)).comments).toMatchObject([{ heldBy: 'words' }]);
    expect(await site.write(ruth, song, 'quatsch')).toMatchObject({ state: 'shown' });
  });
});

describe('a reply', () => {
  it('is written by superadmins and the uploader, on one level', async () => {
    const teacher = await started.join('teacher');
    const other = await started.join('teacher');
    const theirs = await site.addSongOf(started, teacher);
    const { id: parentId } = await site.write(teo, theirs, 'Which verse is the shortest?');
    const reply = await site.write(teacher, theirs, 'Yes.', { parentId });
    await site.write(ruth, theirs, 'And a slower one.', { parentId });
    for (const by of [teo, other])
      await expect(site.write(by, theirs, 'No', { parentId })).rejects.toMatchObject({
        reason: 'comment.replies-of-others',
      });
    await expect(site.write(ruth, theirs, 'Deeper', { parentId: reply.id })).rejects.toMatchObject({
      reason: 'comment.reply-to-reply',
    });
    const { comments, count } = await site.read(teo, theirs);
    expect(comments[0]?.replies.map(({ text, author }) => [text, author.standing])).toEqual([
      ['Yes.', 'uploader'],
      ['And a slower one.', 'superadmin'],
    ]);
    expect(count).toBe(3);
  });

  it('goes with the comment above it, also in the number, and comes back with it', async () => {
    const parent = await site.write(teo, song, 'Above');
    await site.write(ruth, song, 'Below', { parentId: parent.id });
    const removed = await site.remove(ruth, parent);
    const mira = await started.join();
    expect(await site.read(mira, song)).toMatchObject({ comments: [], count: 0 });
    const own = await site.read(teo, song);
    expect(own).toMatchObject({ count: 1, comments: [{ state: 'removed', replies: [] }] });
    await site.approve(ruth, removed);
    expect(await site.read(mira, song)).toMatchObject({ comments: [{ text: 'Above' }], count: 2 });
    await teo.call(catalog.deleteComment, { params: { id: parent.id } });
    expect(await site.read(mira, song)).toMatchObject({ comments: [], count: 0 });
  });
});

describe('the limits', () => {
  it('an author writes five comments a minute, and is told so', async () => {
    for (let count = 0; count < 5; count += 1) await site.write(teo, song, `Comment ${count}`);
    const refused = { status: 429, reason: 'comment.minute-full', values: { maximum: 5 } };
    await expect(site.write(teo, song, 'Comment 5')).rejects.toMatchObject(refused);
    await expect(site.write(teo, song, 'Comment 6')).rejects.toMatchObject(refused);
    expect((await site.read(teo, song)).count).toBe(5);
  });

  it('an author writes thirty comments an hour, also if they are deleted', async () => {
    await sql`insert into comment_writes select ${teo.id}, '\\x00', false, now() - interval '5 minutes'
      from generate_series(1, 30)`.execute(started.service.db);
    await expect(site.write(teo, song, 'x')).rejects.toMatchObject({ reason: 'comment.hour-full' });
  });

  it('somebody reports thirty comments an hour', async () => {
    const { id } = await site.write(teo, song, 'x');
    await sql`insert into comments (id, video_id, author_id, text, state, is_visible)
      select gen_random_uuid(), ${song}, ${teo.id}, 'y', 'shown', true from generate_series(1, 30)`.execute(
      started.service.db,
    );
    await sql`insert into comment_reports select id, ${ruth.id}, 'unkind' from comments where text = 'y'`.execute(
      started.service.db,
    );
    await expect(
      ruth.call(catalog.reportComment, { params: { id }, body: { fault: 'unkind' } }),
    ).rejects.toMatchObject({ reason: 'comment.reports-full' });
  });
});

describe('what is deleted elsewhere', () => {
  it('a song takes its comments along, and an account its own', async () => {
    const mira = await started.join();
    const { id } = await site.write(teo, song, 'By teo');
    await site.write(ruth, song, 'Reply', { parentId: id });
    await site.write(mira, song, 'By mira');
    await started.service.internal(catalog.forgetMember, { body: { userId: teo.id, deletesVideos: false } });
    expect(await site.read(mira, song)).toMatchObject({ count: 1, comments: [{ text: 'By mira' }] });
    await started.service.db.deleteFrom('videos').where('id', '=', song).execute();
    const left = await started.service.db.selectFrom('comments').select('id').execute();
    expect(left).toEqual([]);
    const totals = started.service.db.selectFrom('comment_totals').selectAll();
    expect(await totals.where('video_id', '=', song).execute()).toEqual([]);
  });
});
