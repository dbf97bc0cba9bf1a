import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { refreshMemberNames } from '../src/members/refresh-names.ts';
import * as site from './comment-site.ts';
import { offerList } from './song-lists.ts';
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
  await started.service.db.deleteFrom('comment_authors').execute();
  [ruth, teo] = [await started.join('superadmin'), await started.join()];
  await site.choose(started, ruth, { setting: 'at-once', words: [] });
  song = await site.addSongOf(started);
});
const setCreated = (id: string, minutesAgo: number) =>
  sql`update comments set created_at = now() - make_interval(mins => ${minutesAgo}) where id = ${id}`.execute(
    started.service.db,
  );

const update = (by: TestTeacher, id: string, text: string) =>
  by.call(catalog.updateComment, { params: { id }, body: { text } }).then(({ data }) => data.comment);

describe('changing a comment', () => {
  it('is possible for ten minutes, for its author alone; deleting always', async () => {
    const { id } = await site.write(teo, song, 'Firts');
    expect(await update(teo, id, 'First')).toMatchObject({ text: 'First', state: 'shown' });
    await expect(update(ruth, id, 'Mine')).rejects.toMatchObject({ reason: 'comment.not-own' });
    await setCreated(id, 11);
    await expect(update(teo, id, 'Second')).rejects.toMatchObject({ reason: 'comment.time-over' });
    expect((await site.read(teo, song)).comments[0]).toMatchObject({ text: 'First', editableUntil: null });
    await expect(ruth.call(catalog.deleteComment, { params: { id } })).rejects.toMatchObject({ status: 404 });
    await teo.call(catalog.deleteComment, { params: { id } });
    expect(await site.read(teo, song)).toMatchObject({ comments: [], count: 0 });
  });

  it('with approvals waits again, and the approved text stays until then', async () => {
    await site.choose(started, ruth, { setting: 'approval' });
    const written = await site.write(teo, song, 'First');
    await site.approve(ruth, written);
    expect(await update(teo, written.id, 'Second')).toMatchObject({ text: 'First', waitingText: 'Second' });
    const mira = await started.join();
    const shown = (await site.read(mira, song)).comments[0];
    expect(shown).toMatchObject({ text: 'First', waitingText: null, editedAt: null });
    const [waiting] = (await site.listFor(ruth)).comments;
    expect(waiting).toMatchObject({ text: 'First', waitingText: 'Second' });
    await expect(site.approve(ruth, written)).rejects.toMatchObject({ reason: 'comment.changed' });
    await site.approve(ruth, { id: written.id, revision: waiting?.revision ?? 0 });
    expect((await site.read(mira, song)).comments[0]).toMatchObject({ text: 'Second' });
  });

  it('that waits keeps it waiting', async () => {
    await site.choose(started, ruth, { words: ['quatsch'] });
    const { id } = await site.write(teo, song, 'Quatsch');
    expect(await update(teo, id, 'Unsinn')).toMatchObject({ text: 'Unsinn', state: 'waiting' });
  });
});

describe('a change after its author has lost a right', () => {
  it('is that of an absent comment, once the author may no longer watch the song', async () => {
    const { id } = await site.write(teo, song, 'Before');
    await ruth.call(catalog.updateVideo, {
      params: { id: song },
      body: { visibility: 'private', privateUserId: ruth.id },
    });
    for (const text of ['After', 'Before'])
      await expect(update(teo, id, text)).rejects.toMatchObject({ status: 404, code: 'ITEM_NOT_FOUND' });
    expect(await site.textsFor(ruth, song)).toEqual(['Before']);
    await teo.call(catalog.deleteComment, { params: { id } });
    expect(await site.textsFor(ruth, song)).toEqual([]);
  });

  it('is refused for a reply, once its author may not write any', async () => {
    const parent = await site.write(ruth, song, 'Which verse is the shortest?');
    const { id } = await site.write(teo, song, 'The first one.');
    await sql`update comments set parent_id = ${parent.id}, standing = 'uploader' where id = ${id}`.execute(
      started.service.db,
    );
    await expect(update(teo, id, 'Buy ducks')).rejects.toMatchObject({
      status: 403,
      reason: 'comment.replies-of-others',
    });
    expect((await site.read(ruth, song)).comments[0]?.replies).toMatchObject([{ text: 'The first one.' }]);
  });
});

describe('a change that is refused', () => {
  const TEXT = 'We clap, says Mia Huber.';
  const refuse = async (by: TestTeacher, { id, revision }: { id: string; revision: number }) => {
    const reason = { fault: 'names-child' as const, note: 'Please leave out the name.' };
    const body = { decision: 'refuse' as const, revision, ...reason };
    return (await by.call(catalog.decideComment, { params: { id }, body })).data.comment;
  };
  const REFUSED = { text: TEXT, fault: 'names-child', note: 'Please leave out the name.' };
  /** Returns an approved comment whose change waits. */
  async function change() {
    const { id, revision } = await site.write(teo, song, 'We clap.');
    await site.approve(ruth, { id, revision });
    return update(teo, id, TEXT);
  }
  beforeEach(() => site.choose(started, ruth, { setting: 'approval' }));

  it('leaves the approved text shown, and only its author sees the change and why', async () => {
    const changed = await change();
    const mira = await started.join();
    const outcome = await refuse(ruth, changed);
    expect(outcome).toMatchObject({ state: 'shown', text: 'We clap.', waitingText: null, refused: REFUSED });
    const [shown] = (await site.read(mira, song)).comments;
    expect(shown).toMatchObject({ text: 'We clap.', state: 'shown', refused: null, removal: null });
    const [own] = (await site.read(teo, song)).comments;
    expect(own).toMatchObject({ text: 'We clap.', waitingText: null, refused: REFUSED, removal: null });
    const { data } = await teo.call(catalog.listOwnComments, { query: {} });
    expect(data.comments).toMatchObject([{ refused: REFUSED }]);
    expect((await site.listFor(ruth)).counts).toEqual({ waiting: 0, reported: 0, removed: 0 });
    await expect(site.approve(ruth, changed)).rejects.toMatchObject({
      reason: 'comment.already-refused',
      values: { name: ruth.username },
    });
    const { entries } = (await ruth.call(catalog.listVideoChanges, { query: { action: 'comment.refuse' } }))
      .data;
    expect(entries[0]).toMatchObject({ subject: { id: changed.id }, after: { fault: 'names-child' } });
    expect(JSON.stringify(entries)).not.toContain('Mia');
    // The next change is a new one.
    expect(await update(teo, changed.id, 'We clap twice.')).toMatchObject({ refused: null });
  });

  it('leaves reports of the text before open', async () => {
    const changed = await change();
    await ruth.call(catalog.reportComment, { params: { id: changed.id }, body: { fault: 'unkind' } });
    await refuse(ruth, changed);
    expect((await site.listFor(ruth, 'reported')).comments).toMatchObject([
      { id: changed.id, reports: [{ fault: 'unkind', count: 1 }] },
    ]);
  });

  it('is kept with a comment that is removed as a whole', async () => {
    const removed = await site.remove(ruth, await change(), 'names-child');
    expect(removed).toMatchObject({ state: 'removed', text: 'We clap.', refused: { text: TEXT } });
    expect((await site.listFor(ruth, 'removed')).comments).toMatchObject([{ refused: { text: TEXT } }]);
  });

  it('is the removal of a comment that nobody has approved, and by superadmins alone', async () => {
    const written = await site.write(teo, song, TEXT);
    const teacher = await started.join('teacher');
    await expect(refuse(teacher, written)).rejects.toMatchObject({ reason: 'comment.not-removable' });
    expect(await refuse(ruth, written)).toMatchObject({ state: 'removed', refused: null });
  });
});

describe('the names of authors', () => {
  const rename = (by: TestTeacher, displayName: string | null) =>
    started.authors.set(by.id, { ...started.authors.get(by.id)!, displayName });
  const age = () =>
    sql`update comment_authors set refreshed_at = now() - interval '2 minutes'`.execute(started.service.db);
  const refresh = () => refreshMemberNames({ db: started.service.db, auth: started.auth });
  const nameOf = async () => (await site.read(ruth, song)).comments[0]?.author.name;

  it('follow the account within a minute or two, though nothing more is written', async () => {
    rename(teo, 'Anna, mother of Mia');
    await site.write(teo, song, 'We clap.');
    rename(teo, null);
    await refresh();
    expect(await nameOf()).toBe('Anna, mother of Mia'); // asked for a moment ago
    await age();
    await refresh();
    expect(await nameOf()).toBe(teo.username);
  });

  it('of accounts that auth does not know keep nobody else waiting', async () => {
    await site.write(teo, song, 'We clap.');
    await age();
    await sql`insert into comment_authors (id, username, refreshed_at)
      select gen_random_uuid(), 'gone', '-infinity' from generate_series(1, 100)`.execute(started.service.db);
    rename(teo, 'Teo the Second');
    for (let round = 0; round < 2; round += 1) await refresh();
    expect(await nameOf()).toBe('Teo the Second');
  });

  it('follow the account in flags and suggestions, too', async () => {
    const listId = await offerList(ruth, { name: 'Morning', videoIds: [song] });
    await ruth.call(catalog.openSuggestions, { params: { id: listId }, body: { isOpen: true } });
    rename(teo, 'Anna, mother of Mia');
    await teo.call(catalog.suggestSong, { params: { id: listId }, body: { title: 'Wheels' } });
    await teo.call(catalog.flagVideo, { params: { id: song }, body: { kind: 'broken' } });
    started.authors.set(teo.id, { ...started.authors.get(teo.id)!, username: 'theo', displayName: null });
    for (const table of ['flags', 'list_suggestions'] as const)
      await sql`update ${sql.table(table)} set named_at = now() - interval '2 minutes'`.execute(
        started.service.db,
      );
    await refresh();
    const { suggestions } = (await ruth.call(catalog.listSuggestions, { params: { id: listId } })).data;
    expect(suggestions).toMatchObject([{ title: 'Wheels', by: 'theo' }]);
    const { flags } = (await ruth.call(catalog.listFlags, {})).data;
    expect(flags).toMatchObject([{ by: { id: teo.id, name: 'theo' } }]);
  });
});

describe('many decisions', () => {
  const decide = async (comments: catalog.Reply[]) => {
    const revisions = comments.map(({ id, revision }) => ({ id, revision }));
    const body = { decision: 'approve' as const, comments: revisions };
    return (await ruth.call(catalog.decideComments, { body })).data.outcomes.map(({ outcome }) => outcome);
  };

  it('that stop halfway say which were made', async () => {
    const { db } = started.service;
    await site.choose(started, ruth, { setting: 'approval' });
    const comments: catalog.Reply[] = [];
    for (const text of ['One', 'Poison', 'Three']) comments.push(await site.write(teo, song, text));
    await sql`create function refuse_poison() returns trigger language plpgsql as $$
      begin raise exception 'a fault of the database'; end $$`.execute(db);
    await sql`create trigger refuse_poison before update on comments
      for each row when (new.text = 'Poison') execute function refuse_poison()`.execute(db);
    expect(await decide(comments)).toEqual(['done', 'failed', 'failed']);
    await expect(decide(comments.slice(1))).rejects.toMatchObject({ status: 500 });
    await sql`drop function refuse_poison cascade`.execute(db);
    expect(await decide(comments)).toEqual(['overtaken', 'done', 'done']);
  });
});

describe('the muted authors', () => {
  const mute = (id: string, how: catalog.Mute) =>
    ruth.call(catalog.muteAuthor, { params: { id }, body: { mute: how } });
  const muted = async (query: { limit?: number; cursor?: string } = {}) =>
    (await ruth.call(catalog.listMutedAuthors, { query })).data;

  it('are listed latest first, in pages, though nothing of theirs is in a list of comments', async () => {
    const mira = await started.join('user', { displayName: 'Mira' });
    for (const by of [teo, mira]) await site.write(by, song, 'Hello');
    await started.service.db
      .insertInto('comment_authors')
      .values({ id: randomUUID(), username: 'before', mute: 'approval' }) // muted before this was recorded
      .execute();
    await mute(mira.id, 'approval');
    await mute(teo.id, 'refused');
    expect((await site.listFor(ruth)).comments).toEqual([]);
    const first = await muted({ limit: 1 });
    expect(first.authors).toMatchObject([{ id: teo.id, name: teo.username, mute: 'refused' }]);
    const rest = await muted({ cursor: first.nextCursor ?? '' });
    expect(rest).toMatchObject({
      authors: [
        { name: 'Mira', mutedAt: expect.any(String) as string },
        { name: 'before', mutedAt: null },
      ],
      nextCursor: null,
    });
    await mute(teo.id, 'none');
    expect((await muted()).authors.map(({ name }) => name)).toEqual(['Mira', 'before']);
  });
});
