import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { relayCommentMails } from '../src/comments/relay-mails.ts';
import * as site from './comment-site.ts';
import { hostileTexts } from './hostile-texts.ts';
import type { TestTeacher } from './teachers.ts';

let started: site.CommentSite;
let ruth: TestTeacher;
let song: string;
beforeAll(async () => {
  started = await site.startCommentSite();
});
afterAll(() => started.stop());
beforeEach(async () => {
  await started.service.db.deleteFrom('comment_authors').execute();
  await started.service.db.deleteFrom('comment_writes').execute();
  ruth = await started.join('superadmin');
  await site.choose(started, ruth, { setting: 'at-once', words: [] });
  song = await site.addSongOf(started);
});

const joinMany = (count: number, author: Parameters<site.CommentSite['join']>[1] = {}) =>
  Promise.all(Array.from({ length: count }, () => started.join('user', author)));

/** Returns the ids of all comments that somebody reads, page by page. */
async function readIds(by: TestTeacher, videoId: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof site.read>> = await site.read(by, videoId, {
      limit: 100,
      ...(cursor === null ? {} : { cursor }),
    });
    ids.push(...page.comments.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

function p95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? NaN;
}

it('1,000 comments in parallel are all there, and the numbers are exact at the end', async () => {
  const members = await joinMany(200);
  const ids = Array.from({ length: 1000 }, () => randomUUID());
  await Promise.all(
    ids.map((id, index) => site.write(members[index % members.length]!, song, `Comment ${index}`, { id })),
  );
  const read = await readIds(ruth, song);
  expect(read.toSorted()).toEqual(ids.toSorted());
  expect((await site.read(ruth, song, { limit: 1 })).count).toBe(1000);
  const gone = ids.slice(0, 100);
  const removed = ids.slice(100, 200);
  await Promise.all([
    ...gone.map((id, index) => members[index % 200]!.call(catalog.deleteComment, { params: { id } })),
    ...removed.map((id) => site.remove(ruth, { id, revision: 0 })),
  ]);
  expect((await site.read(ruth, song, { limit: 1 })).count).toBe(800);
  expect((await site.read(members[150]!, song, { limit: 1 })).count).toBe(801);
  expect(await readIds(ruth, song)).toHaveLength(800);
}, 120_000);

it('a page and the number of 100,000 comments take at most twice as long as those of 10', async () => {
  const few = await site.addSongOf(started);
  const reader = await started.join();
  await sql`insert into comment_authors (id, username) select gen_random_uuid(), 'author ' || i
    from generate_series(1, 500) i`.execute(started.service.db);
  const fill = (videoId: string, from: number, to: number) =>
    sql`insert into comments (id, video_id, author_id, text, state, is_visible, created_at)
      select gen_random_uuid(), ${videoId}, authors.ids[1 + i % 500], 'Comment ' || i, 'shown', true,
        now() - make_interval(secs => i)
      from generate_series(${from}::integer, ${to}::integer) i,
        (select array_agg(id) as ids from comment_authors where username like 'author %') authors`.execute(
      started.service.db,
    );
  for (let from = 1; from < 100_000; from += 5000) await fill(song, from, from + 4999);
  await fill(few, 1, 10);
  await sql`analyze comments`.execute(started.service.db);
  const times = { few: [] as number[], many: [] as number[], deep: [] as number[] };
  const { nextCursor } = await site.read(reader, song, { limit: 100 });
  for (let count = 0; count < 330; count += 1) {
    const [one, other, deep] = [
      await timeOf(() => site.read(reader, few, { limit: 10 })),
      await timeOf(() => site.read(reader, song, { limit: 10 })),
      await timeOf(() => site.read(reader, song, { limit: 10, cursor: nextCursor ?? '' })),
    ];
    if (count < 30) continue; // the first ones warm up
    times.few.push(one);
    times.many.push(other);
    times.deep.push(deep);
  }
  expect((await site.read(reader, song)).count).toBe(100_000);
  const [base, many, deep] = [p95(times.few), p95(times.many), p95(times.deep)];
  process.stdout.write(
    `p95 of a page with its number: ${base.toFixed(1)} ms with 10, ${many.toFixed(1)} ms with 100,000 (${(many / base).toFixed(2)} x), ${deep.toFixed(1)} ms on the second page (${(deep / base).toFixed(2)} x)\n`,
  );
  expect(many / base).toBeLessThanOrEqual(2);
  expect(deep / base).toBeLessThanOrEqual(2);
}, 120_000);

/** What the others do while somebody floods: they read, a song each. */
async function measureOthers(others: TestTeacher[], videoId: string, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    times.push(await timeOf(() => site.read(others[index % others.length]!, videoId, { limit: 10 })));
    await pause(5);
  }
  return times;
}

it('a flood is refused with a sentence, the others hardly notice, and one mail tells of it', async () => {
  await site.choose(started, ruth, { setting: 'approval' });
  started.mails.length = 0;
  const [flooder] = (await joinMany(1)) as [TestTeacher];
  const fresh = await joinMany(50, { createdAt: new Date(Date.now() - 2 * 86_400_000).toISOString() });
  const others = await joinMany(10);
  await measureOthers(others, song, 200);
  const answers: string[] = [];
  const send = (by: TestTeacher) =>
    site.write(by, song, 'Flood').then(
      ({ state }) => answers.push(state),
      (error: { status: number; reason: string }) => answers.push(`${error.status} ${error.reason}`),
    );
  const floods = [...Array.from({ length: 200 }, () => flooder), ...fresh];
  const times = { alone: [] as number[], flooded: [] as number[] };
  // The same number of each in turns, since other work shares the machine; ten times 25 texts in about two seconds.
  for (let turn = 0; turn < 10; turn += 1) {
    times.alone.push(...(await measureOthers(others, song, 100)));
    const flood = (async () => {
      for (const by of floods.slice(turn * 25, turn * 25 + 25)) {
        await send(by);
        await pause(20);
      }
    })();
    times.flooded.push(...(await measureOthers(others, song, 100)));
    await flood;
  }
  const counts = Object.groupBy(answers, (answer) => answer);
  const [alone, flooded] = [p95(times.alone), p95(times.flooded)];
  process.stdout.write(
    `flood: ${Object.entries(counts)
      .map(([answer, each]) => `${each?.length} ${answer}`)
      .join(
        ', ',
      )}; others' p95 ${alone.toFixed(1)} -> ${flooded.toFixed(1)} ms (${(flooded / alone).toFixed(2)} x)\n`,
  );
  expect(counts['waiting']).toHaveLength(25); // five of one, twenty of a network
  expect(counts['429 comment.minute-full']).toHaveLength(195);
  expect(counts['429 comment.fresh-network']).toHaveLength(30);
  expect(flooded / alone).toBeLessThanOrEqual(1.2);

  await sql`update comments set waiting_since = now() - interval '6 minutes'`.execute(started.service.db);
  for (let round = 0; round < 5; round += 1)
    await relayCommentMails({ db: started.service.db, auth: started.auth });
  expect(started.mails).toMatchObject([{ body: { waiting: 25 } }]);
}, 240_000);

it('hostile texts are stored as harmless ones, or refused with a sentence', async () => {
  const [reader] = (await joinMany(1)) as [TestTeacher];
  for (const [name, text] of hostileTexts()) {
    const [author] = (await joinMany(1)) as [TestTeacher];
    const written = await site.write(author, song, text).catch((error: { status: number }) => error);
    if ('status' in written) {
      expect(written.status, name).toBe(400);
      continue;
    }
    const [read] = (await site.read(reader, song, { limit: 1 })).comments;
    const stored = read?.text ?? '';
    expect(stored, name).toBe(written.text);
    expect(stored.replaceAll('\n', ''), name).not.toMatch(
      /[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u,
    );
    expect(stored, name).not.toMatch(/\p{M}{9}/u);
    if (/[<>"'&`]/.test(text)) expect(stored, name).toBe(text.trim()); // shown as the text that it is
  }
  const response = await fetch(`${started.service.url}/api/videos/${song}/comments`, {
    headers: reader.headers,
  });
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
}, 60_000);

/** Actions of others in the middle of writing, and what a text may meet because of them. */
const INTERRUPTIONS: Record<
  string,
  { act: (by: TestTeacher, videoId: string) => Promise<unknown>; refusals: string[] }
> = {
  muting: {
    act: (by) => ruth.call(catalog.muteAuthor, { params: { id: by.id }, body: { mute: 'refused' } }),
    refusals: ['comment.muted'],
  },
  closing: {
    act: (_, id) => ruth.call(catalog.closeComments, { params: { id }, body: { isClosed: true } }),
    refusals: ['comment.closed'],
  },
  'switching off': {
    act: () => ruth.call(catalog.putCommentSettings, { body: { setting: 'off' } }),
    refusals: ['code.NOT_FOUND'],
  },
  'deleting the song': {
    act: (_, id) => started.service.db.deleteFrom('videos').where('id', '=', id).execute(),
    refusals: ['code.VIDEO_NOT_FOUND', 'comment.gone'],
  },
  'deleting the account': {
    act: (by) =>
      started.service.internal(catalog.forgetMember, { body: { userId: by.id, deletesVideos: false } }),
    refusals: ['comment.gone'],
  },
};

it.each(Object.keys(INTERRUPTIONS))(
  '%s in the middle of writing leaves a whole comment or a reason, and nothing that should not appear',
  async (name) => {
    const { act, refusals } = INTERRUPTIONS[name]!;
    for (let round = 0; round < 25; round += 1) {
      await ruth.call(catalog.putCommentSettings, { body: { setting: 'at-once' } });
      const [author] = (await joinMany(1)) as [TestTeacher];
      const videoId = await site.addSongOf(started);
      await site.write(author, videoId, 'Before');
      const id = randomUUID();
      const writing = site.write(author, videoId, 'In the middle', { id }).then(
        () => 'written',
        (error: { reason: string }) => error.reason,
      );
      await pause(Math.random() * 12);
      await act(author, videoId);
      const outcome = await writing;
      expect(['written', ...refusals], name).toContain(outcome);
      const after = await site.write(author, videoId, 'After').then(
        () => 'written',
        (error: { reason: string }) => error.reason,
      );
      if (name !== 'deleting the account') expect(refusals, name).toContain(after);
      const { rows } = await sql<{ counted: number; visible: number }>`
        select coalesce((select shown from comment_totals where video_id = ${videoId}), 0) as counted,
          (select count(*)::integer from comments where video_id = ${videoId} and is_visible) as visible`.execute(
        started.service.db,
      );
      expect(rows[0]?.counted, name).toBe(rows[0]?.visible);
      if (name === 'muting' || name === 'closing') {
        const stored = outcome === 'written' ? 2 : 1;
        expect(rows[0]?.visible, name).toBe(stored);
      }
      if (name === 'deleting the song') expect(rows[0]?.visible).toBe(0);
    }
  },
  120_000,
);

it('a teacher who is demoted in the middle of writing no longer replies, and within five seconds neither approves', async () => {
  const teacher = await started.join('teacher');
  const [author] = (await joinMany(1)) as [TestTeacher];
  const theirs = await site.addSongOf(started, teacher);
  const { id: parentId } = await site.write(author, theirs, 'Hello');
  await site.write(teacher, theirs, 'Reply', { parentId });
  started.authors.set(teacher.id, { ...started.authors.get(teacher.id)!, isTeacher: false });
  started.service.issuer.sessions.set(teacher.sessionId, { active: true, role: 'user', teacher: null });
  await pause(3100);
  await expect(site.write(teacher, theirs, 'Another', { parentId })).rejects.toMatchObject({
    reason: 'comment.replies-of-others',
  });
  await expect(site.listFor(teacher)).rejects.toMatchObject({ status: 403 });
  expect((await site.read(author, theirs)).count).toBe(2);
});
