import type { Call } from '@larksong/contracts';
import { beforeEach, expect, it } from 'vitest';

import { createEndedFeed, type EndedFeed } from './ended-feed.ts';

let nowMs: number;
let ended: string[];
let answer: () => Promise<void>;
let asked: number;
let feed: EndedFeed;

beforeEach(() => {
  [nowMs, asked, ended] = [1000, 0, []];
  answer = async () => {};
  const call = async () => {
    asked += 1;
    const ids = [...ended];
    await answer();
    return { data: { ids } };
  };
  feed = createEndedFeed({ call: call as unknown as Call, now: () => nowMs }); // called for the list only
});

it('an idle service does not ask, and one call asks for all sessions', async () => {
  ended = ['gone'];
  nowMs += 60_000;
  expect(asked).toBe(0);
  await Promise.all(Array.from({ length: 50 }, () => feed.follow()));
  expect([asked, feed.has('gone'), feed.has('other')]).toEqual([1, true, false]);
});

it('a session that ended more than five seconds ago is known, however calls are spread', async () => {
  const endedAt = new Map<string, number>();
  for (let round = 0; round < 150; round += 1) {
    const id = `session ${round}`;
    ended.push(id);
    endedAt.set(id, nowMs);
    nowMs += (round * 7919) % 9000;
    await feed.follow();
    const unknown = [...endedAt].filter(([each, at]) => nowMs - at > 5000 && !feed.has(each));
    expect(unknown, `round ${round}`).toEqual([]);
  }
  expect(asked).toBeGreaterThan(50);
});

it('a service in use does not wait for the list', async () => {
  answer = () => new Promise(() => {});
  nowMs += 2000;
  await feed.follow();
  nowMs += 1999;
  await feed.follow();
  expect(asked).toBe(1);
});

it('while auth does not respond, one call waits for it and no further one does', async () => {
  answer = () => Promise.reject(new Error('silent'));
  nowMs += 10_000;
  await feed.follow();
  answer = () => new Promise(() => {});
  nowMs += 10_000;
  await feed.follow();
  await feed.follow();
  expect(asked).toBe(2);
});

it('after auth has come back, endings are known again', async () => {
  answer = () => Promise.reject(new Error('silent'));
  nowMs += 10_000;
  await feed.follow();
  answer = async () => {};
  ended = ['gone'];
  nowMs += 3000;
  await feed.follow();
  await expect.poll(() => feed.has('gone')).toBe(true);
});
