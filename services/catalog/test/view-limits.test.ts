import { randomUUID } from 'node:crypto';

import { createKeyedMutex } from '@larksong/service-kit';
import { isLongRun } from '@larksong/service-kit/testing/random';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { limitViews, type LimitedView } from '../src/library/views/limit-views.ts';
import { recordView } from '../src/library/views/record-view.ts';
import { createViewerKeys } from '../src/library/views/viewer-key.ts';
import { addSong } from './library.ts';
import { startCatalog, STREAM_COOKIE_SECRET, videoRow, type TestCatalog } from './support.ts';

const SCHOOL = { network: '192.0.2.7', userAgent: 'Tablet' };
const viewerKeys = createViewerKeys(STREAM_COOKIE_SECRET);

let catalog: TestCatalog;
let queries: number;
let nowMs: number;
let report: (view: LimitedView) => Promise<number>;
let song: string;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());
beforeEach(async () => {
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const deps = { db: catalog.db.withPlugin(counting), mutex: createKeyedMutex(), viewsPerNetwork: 40 };
  const limits = { reportSeconds: 5, perSecond: 10, now: () => nowMs };
  report = limitViews((view) => recordView(deps, view), limits);
  song = await addSong(catalog, { durationSeconds: 1000 });
  [queries, nowMs] = [0, 0];
});

function byMember(userId: string, positionSeconds: number, videoId = song): Promise<number> {
  return report({
    videoId,
    viewer: { kind: 'member', id: userId, isTeacher: false },
    viewerKey: viewerKeys({ userId }),
    networkKey: null,
    source: `account ${userId}`,
    positionSeconds,
  });
}

function byVisitor(positionSeconds: number, { videoId = song, userAgent = SCHOOL.userAgent } = {}) {
  const viewerKey = viewerKeys({ ...SCHOOL, userAgent });
  const { network } = SCHOOL;
  const networkKey = viewerKeys({ network });
  return report({
    videoId,
    viewer: { kind: 'visitor' },
    viewerKey,
    networkKey,
    source: network,
    positionSeconds,
  });
}

/** Sends reports one after the other, so that none shares the response to a concurrent one. */
async function flood(count: number, send: (index: number) => Promise<number>): Promise<Map<string, number>> {
  const answers = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const answer = await send(index).then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    );
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }
  return answers;
}

test('a flood of reports by one member about one video is answered as if accepted and does not reach the database', async () => {
  const userId = randomUUID();
  const answers = await flood(5000, (index) => byMember(userId, 1 + index / 100));
  process.stdout.write(`5,000 reports of one member: ${queries} queries\n`);
  expect([...answers]).toEqual([['accepted', 5000]]);
  expect(queries).toBeLessThanOrEqual(20);
});

test('a player that reports every 10 s, pauses and leaves loses no report', async () => {
  const userId = randomUUID();
  await byMember(userId, 0);
  for (let seconds = 10; seconds <= 300; seconds += 10) {
    nowMs = seconds * 1000;
    await byMember(userId, seconds);
  }
  for (const last of [302, 303, 304]) {
    nowMs = last * 1000;
    await byMember(userId, last);
  }
  const row = await catalog.db
    .selectFrom('watched_videos')
    .select('position_seconds')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(row.position_seconds).toBe(304);
});

test('a school of 300 identical browsers behind one address counts as one opening and is never refused', async () => {
  const opened = await Promise.all(Array.from({ length: 300 }, () => byVisitor(0)));
  expect(new Set(opened)).toEqual(new Set([1]));
  expect((await videoRow(catalog, song)).view_count).toBe(1);
  queries = 0;
  let refused = 0;
  const rounds = isLongRun ? 30 : 10;
  for (let seconds = 10; seconds <= 10 * rounds; seconds += 10) {
    nowMs = seconds * 1000;
    const answers = await flood(300, () => byVisitor(seconds));
    refused += 300 - (answers.get('accepted') ?? 0);
  }
  process.stdout.write(
    `300 visitors for ${rounds} reports each: ${queries} queries for ${rounds * 300} reports, ${refused} refused\n`,
  );
  expect(refused).toBe(0);
  expect(queries).toBeLessThanOrEqual(2 * rounds + 10); // one report a round is asked about
});

test.runIf(isLongRun)(
  'a school whose 300 pupils each open a different video has each opening counted',
  async () => {
    const songs: string[] = [];
    while (songs.length < 300) songs.push(await addSong(catalog));
    const counts = await Promise.all(songs.map((videoId) => byVisitor(0, { videoId })));
    expect(new Set(counts)).toEqual(new Set([1]));
    nowMs = 10_000;
    const answers = await flood(300, (index) => byVisitor(10, { videoId: songs[index] ?? '' }));
    expect([...answers]).toEqual([['accepted', 300]]);
  },
);

test('openings of random ids reach the database at a limited rate, whatever browser they name', async () => {
  const count = isLongRun ? 5000 : 1500;
  const answers = await flood(count, () => byVisitor(0, { videoId: randomUUID(), userAgent: randomUUID() }));
  process.stdout.write(
    `${count} openings of random ids: ${queries} queries, ${JSON.stringify([...answers])}\n`,
  );
  expect(queries).toBeLessThanOrEqual(600);
  expect([...answers.keys()].toSorted()).toEqual(['TOO_MANY_REQUESTS', 'VIDEO_NOT_FOUND']);
  nowMs += 1000;
  expect(await byVisitor(0)).toBe(1);
  expect(await byMember(randomUUID(), 0)).toBe(2);
});

test('a report about a video made private is refused: at once for a member, after five seconds for visitors', async () => {
  const userId = randomUUID();
  await byMember(userId, 0);
  expect(await byVisitor(10)).toBe(1);
  const isPrivate = { visibility: 'private', private_user_id: randomUUID() } as const;
  await catalog.db.updateTable('videos').set(isPrivate).where('id', '=', song).execute();
  await expect(byMember(userId, 20)).rejects.toMatchObject({ code: 'VIDEO_NOT_FOUND' });
  nowMs = 5000;
  await expect(byVisitor(20)).rejects.toMatchObject({ code: 'VIDEO_NOT_FOUND' });
  await expect(byVisitor(20)).rejects.toMatchObject({ code: 'VIDEO_NOT_FOUND' });
});
