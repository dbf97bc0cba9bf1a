import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import * as site from './comment-site.ts';
import type { TestTeacher } from './teachers.ts';

let started: site.CommentSite;
let ruth: TestTeacher;
let olive: TestTeacher;
let teacher: TestTeacher;
let teo: TestTeacher;
let song: string;
beforeAll(async () => {
  started = await site.startCommentSite();
});
afterAll(() => started.stop());
beforeEach(async () => {
  await started.service.db.deleteFrom('comment_authors').execute();
  [ruth, olive, teacher, teo] = [
    await started.join('superadmin', { username: 'ruth' }),
    await started.join('superadmin'),
    await started.join('teacher'),
    await started.join(),
  ];
  await site.choose(started, ruth, { setting: 'approval', words: [] });
  song = await site.addSongOf(started, teacher);
});

const decideMany = (by: TestTeacher, comments: { id: string; revision: number }[], given = {}) =>
  by
    .call(catalog.decideComments, { body: { decision: 'approve', comments, ...given } })
    .then(({ data }) => data.outcomes);
const mute = (by: TestTeacher, id: string, how: catalog.Mute) =>
  by.call(catalog.muteAuthor, { params: { id }, body: { mute: how } });
const report = (by: TestTeacher, id: string, fault: catalog.CommentFault = 'unkind') =>
  by.call(catalog.reportComment, { params: { id }, body: { fault } });
const changes = async (action: string) =>
  (await ruth.call(catalog.listVideoChanges, { query: { action } })).data.entries;

describe('the lists', () => {
  it('superadmins see all comments that wait, and teachers those on their own videos', async () => {
    const other = await site.addSongOf(started);
    await site.write(teo, other, 'Elsewhere');
    const { id } = await site.write(teo, song, 'Here');
    expect((await site.listFor(ruth)).comments.map(({ text }) => text)).toEqual(['Elsewhere', 'Here']);
    const theirs = await site.listFor(teacher);
    expect(theirs.comments).toMatchObject([
      { id, text: 'Here', heldBy: 'setting', mayApprove: true, mayRemove: false, video: { id: song } },
    ]);
    expect(theirs.counts).toEqual({ waiting: 1, reported: 0, removed: 0 });
    const plain = { by: await started.join(), of: { query: {} } };
    await expect(plain.by.call(catalog.listModeration, plain.of)).rejects.toMatchObject({
      status: 403,
      reason: 'call.staff',
    });
  });

  it('are paged from one to the next', async () => {
    await sql`insert into comment_authors (id, username) values (${olive.id}, 'olive')`.execute(
      started.service.db,
    );
    await sql`insert into comments (id, video_id, author_id, text, state, is_visible, waiting_since)
      select gen_random_uuid(), ${song}, ${olive.id}, i::text, 'waiting', false, now() - make_interval(mins => 9 - i)
      from generate_series(1, 5) i`.execute(started.service.db);
    const texts: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const { data } = await ruth.call(catalog.listModeration, { query });
      texts.push(...data.comments.map(({ text }) => text));
      cursor = data.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(texts).toEqual(['1', '2', '3', '4', '5']);
  });
});

describe('a decision', () => {
  it('shows a comment, or removes it with a reason that only its author reads', async () => {
    const written = await site.write(teo, song, 'Does a slower version exist?');
    await site.approve(teacher, written);
    const [shown] = (await site.read(olive, song)).comments;
    expect(shown).toMatchObject({ text: 'Does a slower version exist?', state: 'shown' });
    await site.remove(ruth, { id: written.id, revision: 1 }, 'names-child', ' It names\na child. ');
    expect(await site.read(olive, song)).toMatchObject({ comments: [], count: 0 });
    expect(await site.read(teo, song)).toMatchObject({
      count: 1,
      comments: [{ state: 'removed', removal: { fault: 'names-child', note: 'It names a child.' } }],
    });
    expect((await site.listFor(ruth, 'removed')).comments).toMatchObject([
      { decided: { by: ruth.username } },
    ]);
    expect(await changes('comment.approve')).toMatchObject([{ actor: { id: teacher.id } }]);
    const [removal] = await changes('comment.remove');
    expect(removal).toMatchObject({
      subject: { id: written.id, name: 'Ducks' },
      after: { authorId: teo.id, fault: 'names-child', reason: 'It names a child.' },
    });
    expect(JSON.stringify(removal)).not.toContain('slower');
  });

  it('is made by one of two moderators, and the other one is told by whom', async () => {
    const written = await site.write(teo, song, 'Hello');
    const decisions = await Promise.allSettled([
      site.approve(ruth, written),
      site.remove(olive, written),
      site.approve(teacher, written),
    ]);
    expect(decisions.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    for (const each of decisions)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({
          status: 409,
          reason: expect.stringMatching(/^comment\.already-(approved|removed)$/) as string,
          values: { name: expect.any(String) as string },
        });
    const [first] = (await site.listFor(ruth, 'removed')).comments;
    const now = first ?? (await site.read(teo, song)).comments[0];
    expect(now?.revision).toBe(1);
  });

  it('about a comment that its author has changed is refused', async () => {
    const { id } = await site.write(teo, song, 'First');
    await teo.call(catalog.updateComment, { params: { id }, body: { text: 'Second' } });
    await expect(site.approve(ruth, { id, revision: 0 })).rejects.toMatchObject({
      reason: 'comment.changed',
    });
  });

  it('is not needed for a change back to the approved text', async () => {
    const written = await site.write(teo, song, 'First');
    await site.approve(ruth, written);
    const change = async (text: string) =>
      (await teo.call(catalog.updateComment, { params: { id: written.id }, body: { text } })).data.comment;
    await change('Second');
    const [waiting] = (await site.listFor(ruth)).comments;
    expect(await change('First')).toMatchObject({ text: 'First', waitingText: null });
    expect((await site.listFor(ruth)).counts).toMatchObject({ waiting: 0 });
    await expect(
      site.approve(ruth, { id: written.id, revision: waiting?.revision ?? 0 }),
    ).rejects.toMatchObject({ reason: 'comment.changed' });
  });

  it.each(['a\uDC00b', 'a\u0000b'])(
    'never fails by a text such as %j, nor do words and comments',
    async (text) => {
      const outcomeOf = (call: Promise<unknown>) =>
        call.then(
          () => 200,
          ({ status }: { status: number }) => status,
        );
      const written = await site.write(teo, song, 'Hello');
      const outcomes = [
        await outcomeOf(ruth.call(catalog.putCommentSettings, { body: { words: [text, `${text} word`] } })),
        await outcomeOf(site.write(teo, song, text)),
        await outcomeOf(
          teo.call(catalog.updateComment, { params: { id: written.id }, body: { text: `Hello ${text}` } }),
        ),
        await outcomeOf(site.remove(ruth, (await site.read(teo, song)).comments.at(-1)!, 'other', text)),
      ];
      expect(outcomes.every((status) => status < 500)).toBe(true);
      expect(outcomes[0]).toBe(200);
      const { data } = await ruth.call(catalog.getCommentSettings, {});
      expect(data.settings.words.join('')).not.toMatch(/[\p{Cc}\uFFFD]/u);
    },
  );

  it('by a teacher is an approval, on an own video, of what others write', async () => {
    const other = await started.join('teacher');
    const written = await site.write(teo, song, 'Hello');
    await expect(site.approve(other, written)).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
    await expect(site.remove(teacher, written)).rejects.toMatchObject({ reason: 'comment.not-removable' });
    await expect(site.approve(teo, written)).rejects.toMatchObject({ status: 403 });
    expect(await site.write(teacher, song, 'Mine')).toMatchObject({ state: 'shown' });
    await site.choose(started, ruth, { words: ['quatsch'] });
    const own = await site.write(teacher, song, 'Quatsch');
    await expect(site.approve(teacher, own)).rejects.toMatchObject({ reason: 'comment.own-decision' });
    const removed = await site.remove(ruth, written);
    const [listed] = (await site.listFor(teacher, 'removed')).comments;
    expect(listed).toMatchObject({ id: written.id, mayApprove: false });
    await expect(site.approve(teacher, removed)).rejects.toMatchObject({
      status: 403,
      reason: 'comment.not-restorable',
    });
    expect(await decideMany(teacher, [removed])).toMatchObject([{ reason: 'comment.not-restorable' }]);
    expect(await site.textsFor(teo, song)).toContain('Hello');
    expect((await site.listFor(ruth, 'removed')).counts).toMatchObject({ removed: 1 });
  });

  it('about many comments is made for each, and says which were overtaken', async () => {
    const [one, two, three] = [
      await site.write(teo, song, 'One'),
      await site.write(teo, song, 'Two'),
      await site.write(teo, song, 'Three'),
    ];
    await site.approve(olive, two);
    await teo.call(catalog.deleteComment, { params: { id: three.id } });
    const outcomes = await decideMany(
      ruth,
      [one, two, three].map(({ id, revision }) => ({ id, revision })),
    );
    expect(outcomes).toEqual([
      { id: one.id, outcome: 'done', reason: null, values: {} },
      {
        id: two.id,
        outcome: 'overtaken',
        reason: 'comment.already-approved',
        values: { name: olive.username },
      },
      { id: three.id, outcome: 'overtaken', reason: 'comment.gone', values: {} },
    ]);
    await expect(decideMany(ruth, [one], { decision: 'remove' })).rejects.toMatchObject({
      reason: 'comment.fault-missing',
    });
  });
});

describe('a report', () => {
  beforeEach(() => site.choose(started, ruth, { setting: 'at-once' }));

  it('counts once for each reader, until somebody has decided', async () => {
    const { id } = await site.write(teo, song, 'Buy ducks at ducks.example');
    await report(ruth, id, 'advertisement');
    await report(ruth, id, 'unkind');
    await report(teacher, id, 'advertisement');
    await expect(report(teo, id)).rejects.toMatchObject({ reason: 'comment.own' });
    const { comments, counts } = await site.listFor(olive, 'reported');
    expect(counts.reported).toBe(1);
    expect(comments).toMatchObject([{ reports: [{ fault: 'advertisement', count: 2 }] }]);
    await site.approve(olive, comments[0] ?? { id, revision: 0 });
    await report(ruth, id);
    expect((await site.listFor(olive, 'reported')).comments).toEqual([]);
    await teo.call(catalog.updateComment, { params: { id }, body: { text: 'Buy geese' } });
    await report(ruth, id);
    expect((await site.listFor(olive, 'reported')).comments).toMatchObject([
      { reports: [{ fault: 'unkind', count: 1 }] },
    ]);
  });

  it('of a reply counts only while the comment above it is shown, as does a reply that waits', async () => {
    await site.choose(started, ruth, { words: ['quatsch'] });
    const parent = await site.write(teo, song, 'Above');
    const reply = await site.write(ruth, song, 'Below', { parentId: parent.id });
    await site.write(teacher, song, 'Quatsch', { parentId: parent.id });
    await report(teo, reply.id);
    const counts = async () => (await site.listFor(ruth)).counts;
    expect(await counts()).toEqual({ waiting: 1, reported: 1, removed: 0 });
    const removed = await site.remove(ruth, parent);
    expect(await counts()).toEqual({ waiting: 0, reported: 0, removed: 1 });
    expect((await site.listFor(ruth, 'reported')).comments).toEqual([]);
    await site.approve(ruth, removed);
    expect(await counts()).toEqual({ waiting: 1, reported: 1, removed: 0 });
  });

  it('of a comment that the reader cannot see answers as that of an absent comment', async () => {
    const { id, revision } = await site.write(teo, song, 'x');
    await site.remove(ruth, { id, revision });
    await expect(report(teacher, id)).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
    await expect(report(teacher, randomUUID())).rejects.toMatchObject({ code: 'ITEM_NOT_FOUND' });
  });
});

describe('muting', () => {
  beforeEach(() => site.choose(started, ruth, { setting: 'at-once' }));

  it('makes what an author writes wait, or refuses it, by superadmins alone', async () => {
    await site.write(teo, song, 'Before');
    await expect(mute(teacher, teo.id, 'refused')).rejects.toMatchObject({ status: 403 });
    await mute(ruth, teo.id, 'approval');
    expect(await site.write(teo, song, 'Held')).toMatchObject({ state: 'waiting' });
    expect((await site.listFor(ruth)).comments).toMatchObject([
      { heldBy: 'mute', author: { mute: 'approval' } },
    ]);
    await mute(ruth, teo.id, 'refused');
    await expect(site.write(teo, song, 'Refused')).rejects.toMatchObject({ reason: 'comment.muted' });
    expect((await site.read(teo, song)).writing.state).toBe('muted');
    await mute(ruth, teo.id, 'none');
    expect(await site.write(teo, song, 'After')).toMatchObject({ state: 'shown' });
    expect(await changes('comment.mute')).toMatchObject([
      { subject: { id: teo.id, name: teo.username }, before: { mute: 'refused' }, after: { mute: 'none' } },
      { after: { mute: 'refused' } },
      { after: { mute: 'approval' } },
    ]);
  });

  it('is for people who have written, and not for superadmins', async () => {
    await expect(mute(ruth, randomUUID(), 'refused')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
    await site.write(olive, song, 'Hello');
    await expect(mute(ruth, olive.id, 'refused')).rejects.toMatchObject({ reason: 'comment.author-decides' });
    // Superadmins alone are told whom to mute.
    const authorFor = async (by: TestTeacher) => (await site.read(by, song)).comments[0]?.author.id;
    expect([await authorFor(ruth), await authorFor(teacher), await authorFor(teo)]).toEqual([
      olive.id,
      undefined,
      undefined,
    ]);
  });
});
