import { randomUUID } from 'node:crypto';

import { AppError } from '@larksong/service-kit';
import { createRandom, readSeed, type Random } from '@larksong/service-kit/testing/random';
import { catalog } from '@larksong/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { NestViewer } from '../src/library/videos/viewer.ts';
import { recordReport } from '../src/nests/time/count-time.ts';
import { createPermitSegments } from '../src/nests/time/permit-segments.ts';
import { listDays } from '../src/nests/time/time-store.ts';
import { addSong } from './library.ts';
import { createMovedClock, type MovedClock } from './moved-clock.ts';
import { storeRule } from './nests.ts';
import type { TestCatalog } from './support.ts';

/** How far the counted time may be from the time that was played. */
const ACCURACY_SECONDS = 5;
const SONG_SECONDS = 200;
/** Seconds between the reports of the player. */
const PACE = 10;
const NOON = Date.parse('2026-06-03T12:00:00+02:00'); // a Wednesday

let clock: MovedClock;
let nest: NestViewer;
let nowMs: number;
beforeAll(async () => {
  clock = await createMovedClock();
});
afterAll(() => clock?.stop());
beforeEach(async () => {
  const { db } = clock;
  await db.deleteFrom('nest_rules').execute();
  await db.deleteFrom('videos').execute();
  nest = await storeRule(db, { ownerId: randomUUID(), rows: [{ everything: true }] });
  await setMinutes(10);
  await moveTo(NOON);
});

const setMinutes = (minutes: number | null) =>
  clock.db
    .updateTable('nest_rules')
    .set({ minutes: minutes === null ? null : JSON.stringify(Array(7).fill(minutes)) })
    .execute();

async function moveTo(ms: number): Promise<void> {
  nowMs = ms;
  await clock.set(ms);
}

const newSong = (durationSeconds = SONG_SECONDS) =>
  addSong({ db: clock.db, superadmin: { id: randomUUID() } } as TestCatalog, { durationSeconds });

/** A tablet with the player of the nest's page, which reports at each start and stop, and every ten seconds. */
class Tablet {
  sessionId = randomUUID();
  time: catalog.NestTime | undefined;
  #song: { id: string; durationSeconds: number; position: number } | undefined;
  #isPlaying = false;
  #reportedMs = 0;

  /** Opens a song; returns false if the nest rests. */
  async open(id: string, durationSeconds = SONG_SECONDS): Promise<boolean> {
    this.#song = { id, durationSeconds, position: 0 };
    return this.start();
  }

  async start(): Promise<boolean> {
    this.#isPlaying = await this.report(true);
    return this.#isPlaying;
  }

  async stop(): Promise<void> {
    if (this.#isPlaying) await this.report(false);
    this.#isPlaying = false;
  }

  /** Plays for a second that has just passed. Returns whether it still plays; the next song begins after each. */
  async pass(): Promise<boolean> {
    const song = this.#song;
    if (!this.#isPlaying || !song) return false;
    song.position += 1;
    const endsAt = this.time?.endsAt ?? song.durationSeconds;
    if (song.position >= endsAt) {
      await this.stop();
      return this.time?.state === 'last' ? false : this.open(song.id, song.durationSeconds);
    }
    if (nowMs - this.#reportedMs >= PACE * 1000) this.#isPlaying = await this.report(false);
    return this.#isPlaying;
  }

  async report(begins: boolean): Promise<boolean> {
    const { id: videoId, durationSeconds, position } = this.#song!;
    this.#reportedMs = nowMs;
    await clock.set(nowMs);
    const of = { chapters: [], isStill: false, isLearning: false };
    const song = { videoId, durationSeconds, positionSeconds: position, ...of };
    try {
      this.time = await recordReport(clock.db, nest, { sessionId: this.sessionId, song, begins });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'NEST_RESTS') return false;
      throw error;
    }
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }
}

/** Lets seconds pass for tablets. Returns how many of them at least one played. */
async function pass(seconds: number, tablets: Tablet[]): Promise<number> {
  let played = 0;
  for (let second = 0; second < seconds; second += 1) {
    if (tablets.some(({ isPlaying }) => isPlaying)) played += 1;
    nowMs += 1000; // for the database once a tablet reports
    for (const tablet of tablets) await tablet.pass();
  }
  return played;
}

async function countedSeconds(): Promise<number> {
  return (await listDays(clock.db, nest.nestId)).reduce((sum, { seconds }) => sum + seconds, 0);
}

const distance = (counted: number, played: number) => Math.abs(counted - played);

/** Plays until nothing more is allowed; returns the seconds that were played before the last song. */
async function playUntilOver(tablets: Tablet[], most = 1300): Promise<number> {
  let untilOver = 0;
  for (let second = 0; second < most && tablets.some(({ isPlaying }) => isPlaying); second += 1) {
    await pass(1, tablets);
    if (tablets.every(({ time }) => time?.leftSeconds !== 0)) untilOver = second + 1;
  }
  return untilOver;
}

describe('ten minutes', () => {
  it('are ten minutes on one tablet, and the song that plays then is never cut', async () => {
    const tablet = new Tablet();
    await tablet.open(await newSong(350), 350);
    const untilOver = await playUntilOver([tablet]);
    expect(distance(untilOver, 600)).toBeLessThanOrEqual(ACCURACY_SECONDS);
    expect(distance(await countedSeconds(), 700)).toBeLessThanOrEqual(ACCURACY_SECONDS); // two whole songs
    expect(await new Tablet().open(await newSong())).toBe(false);
  });

  it('are ten minutes on two tablets in turn', async () => {
    const [one, other] = [new Tablet(), new Tablet()];
    let played = 0;
    for (const [tablet, seconds] of [
      [one, 150],
      [other, 170],
      [one, 130],
    ] as const) {
      await tablet.open(await newSong());
      played += await pass(seconds, [one, other]);
      await tablet.stop();
    }
    expect(distance(await countedSeconds(), played)).toBeLessThanOrEqual(ACCURACY_SECONDS);
    await other.open(await newSong());
    expect(distance(played + (await playUntilOver([other])), 600)).toBeLessThanOrEqual(ACCURACY_SECONDS);
  });

  it('are ten minutes on two tablets at once', async () => {
    const [one, other] = [new Tablet(), new Tablet()];
    await one.open(await newSong());
    await pass(7, [one]);
    await other.open(await newSong());
    expect(distance(7 + (await playUntilOver([one, other])), 600)).toBeLessThanOrEqual(ACCURACY_SECONDS);
  });

  it.each([1, 2, 3, 4, 5, 6])('are ten minutes with pauses on two tablets (%i)', async (run) => {
    const random = createRandom(readSeed() + run);
    const tablets = [new Tablet(), new Tablet()];
    for (const tablet of tablets) await tablet.open(await newSong());
    let played = 0;
    for (let second = 0; second < 560; second += 1) {
      played += await pass(1, tablets);
      for (const tablet of tablets) await fidget(tablet, random);
    }
    for (const tablet of tablets) await tablet.stop();
    expect(distance(await countedSeconds(), played)).toBeLessThanOrEqual(ACCURACY_SECONDS);
  });
});

/** Stops or starts a tablet now and then. */
async function fidget(tablet: Tablet, random: Random): Promise<void> {
  if (tablet.isPlaying ? random.chance(0.02) : random.chance(0.05))
    await (tablet.isPlaying ? tablet.stop() : tablet.start());
}

describe('the minutes of two days', () => {
  it.each([
    ['an ordinary midnight', '2026-06-03T23:55:00+02:00'],
    ['the midnight before the clocks go forward', '2026-03-28T23:55:00+01:00'],
    ['the midnight after the clocks have gone forward', '2026-03-29T23:55:00+02:00'],
    ['the midnight before the clocks go back', '2026-10-24T23:55:00+02:00'],
    ['the midnight after the clocks have gone back', '2026-10-25T23:55:00+01:00'],
  ])('are counted apart over %s', async (name, at) => {
    await moveTo(Date.parse(at));
    const tablet = new Tablet();
    await tablet.open(await newSong());
    const played = await pass(600, [tablet]);
    await tablet.stop();
    expect(played).toBe(600);
    const days = await listDays(clock.db, nest.nestId);
    expect(days).toHaveLength(2);
    for (const { day, seconds } of days)
      expect(distance(seconds, 300), `${name}, ${day}`).toBeLessThanOrEqual(ACCURACY_SECONDS);
    // The new day has its own ten minutes.
    expect(tablet.time?.leftSeconds).toBeGreaterThan(290);
  });

  it.each([
    ['skipped in March', '2026-03-29T01:57:00+01:00'],
    ['repeated in October', '2026-10-25T02:57:00+02:00'],
    ['repeated in October, the second time', '2026-10-25T02:57:00+01:00'],
  ])('are one day’s around the hour that is %s', async (name, at) => {
    await moveTo(Date.parse(at));
    const tablet = new Tablet();
    await tablet.open(await newSong());
    expect(distance(await playUntilOver([tablet]), 600), name).toBeLessThanOrEqual(ACCURACY_SECONDS);
    expect(await listDays(clock.db, nest.nestId)).toHaveLength(1);
    expect(await new Tablet().open(await newSong())).toBe(false);
  });
});

describe('a client that cheats', () => {
  it('counts 15 seconds for a report of 600', async () => {
    const tablet = new Tablet();
    await tablet.open(await newSong(1000), 1000);
    await moveTo(nowMs + 600_000);
    const song = { videoId: await newSong(1000), durationSeconds: 1000, positionSeconds: 600 };
    const of = { chapters: [], isStill: false, isLearning: false };
    await recordReport(clock.db, nest, {
      sessionId: tablet.sessionId,
      song: { ...song, ...of },
      begins: false,
    });
    expect(await countedSeconds()).toBe(15);
  });

  it.each([0, 7, 100, 240])(
    'gets 60 seconds of segments without reports, from segment %i on',
    async (first) => {
      const caller = {
        nestId: nest.nestId,
        ownerId: nest.ownerId,
        ruleId: nest.ruleId,
        sessionId: randomUUID(),
      };
      const permit = createPermitSegments({
        db: clock.db,
        toNestViewer: () => Promise.resolve(nest),
        onRefused: () => undefined,
      });
      const songs = [await newSong(1000), await newSong(1000), await newSong(1000)];
      const got = new Set<string>();
      for (let hour = 0; hour < 6; hour += 1) {
        for (const videoId of songs)
          for (const segment of Array.from({ length: 250 }, (_, n) => (n + first) % 250)) {
            const { from, until } = await permit(caller, { videoId, durationSeconds: 1000, segment });
            if (segment >= from && segment < until) got.add(`${videoId} ${segment}`);
            if (hour > 0 && segment > 20) break;
          }
        await moveTo(nowMs + 3_600_000);
      }
      expect(got.size * catalog.SEGMENT_SECONDS).toBeLessThanOrEqual(60);
    },
  );
});
