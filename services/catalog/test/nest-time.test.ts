import { catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { outcomeOf } from './guests.ts';
import { addSong } from './library.ts';
import { startLinkSite, type LinkSite } from './link-site.ts';
import { endIn, everythingRow, FREE, letTimePass, makeNest, putRule, type Nest } from './nest-site.ts';
import type { TestCatalog } from './support.ts';
import type { TestTeacher } from './teachers.ts';

let site: LinkSite;
let service: TestCatalog;
let mia: TestTeacher;
let nest: Nest;
let song: string;
let begunAt: number;
const row = everythingRow();
beforeAll(async () => {
  site = await startLinkSite();
  ({ service } = site);
});
afterAll(() => site.stop());
beforeEach(async () => {
  await service.db.deleteFrom('nest_rules').execute();
  await service.db.deleteFrom('videos').execute();
  mia = await site.enter('user', 'mia');
  nest = await makeNest(site, mia);
  song = await addSong(service, { durationSeconds: 1000 });
  begunAt = performance.now();
});

const daily = (minutes: number): catalog.NestTimeRule => ({
  ...FREE,
  minutes: Array(7).fill(minutes) as number[],
});
const limit = (time: catalog.NestTimeRule) => putRule(mia, nest.ruleId, { rows: [row], time });

/** Lets time pass. */
const wait = (seconds: number) => letTimePass(service, seconds);

/** Expects these seconds to have been counted, besides those that the test itself takes on a busy machine. */
async function expectCounted(seconds: number): Promise<void> {
  const counted = await countedSeconds();
  expect(counted).toBeGreaterThanOrEqual(seconds);
  expect(counted).toBeLessThanOrEqual(seconds === 0 ? 0 : seconds + 1 + (performance.now() - begunAt) / 1000);
}

async function countedSeconds(): Promise<number> {
  const { days } = (
    await mia.call(catalog.listNestMinutes, { params: { id: nest.ruleId }, query: { nestId: nest.nestId } })
  ).data;
  return Math.round(days.reduce((sum, { seconds }) => sum + seconds, 0));
}

describe('the minutes of a nest', () => {
  it('count what is played, at most 15 seconds a report, and nothing after a pause', async () => {
    await limit(FREE);
    await nest.report(song, row.id, 0, true);
    await wait(10);
    expect(await nest.report(song, row.id, 10)).toMatchObject({ state: 'free', isCounting: true });
    await wait(600);
    await nest.report(song, row.id, 20);
    await wait(8);
    await nest.report(song, row.id, 20, true);
    await expectCounted(25);
  });

  it('count once for two devices that play at the same time', async () => {
    await limit(FREE);
    const second = await makeNest(site, mia, { nestId: nest.nestId, ruleId: nest.ruleId });
    for (const device of [nest, second]) await device.report(song, row.id, 0, true);
    for (let n = 1; n <= 3; n += 1) {
      await wait(10);
      for (const device of [nest, second]) await device.report(song, row.id, 10 * n);
    }
    await expectCounted(30);
  });

  it('are over after the last song, and continue with more time', async () => {
    await limit(daily(1));
    await nest.report(song, row.id, 0, true);
    for (let n = 1; n <= 5; n += 1) {
      await wait(15);
      await nest.report(song, row.id, 15 * n);
    }
    expect((await nest.place()).time).toMatchObject({ state: 'over', leftSeconds: 0, share: 0 });
    const playing = await nest.report(song, row.id, 75, true);
    expect(playing).toMatchObject({ state: 'last' });
    expect(playing.endsAt).toBeGreaterThan(75);
    expect(await outcomeOf(nest.report(song, row.id, 0, true))).toBe('NEST_RESTS');
    const other = await addSong(service);
    expect(await outcomeOf(nest.report(other, row.id, 0, true))).toBe('NEST_RESTS');
    expect((await nest.rights(other, 0)).nest).toEqual({ from: 0, until: 0 });
    const more = { params: { id: nest.ruleId }, body: { nestId: nest.nestId, minutes: 10 as const } };
    const { time } = (await nest.door(catalog.giveDoorTime, more)).data;
    expect(time.state).toBe('open');
    expect(time.leftSeconds).toBeGreaterThan(580);
    expect(await nest.report(other, row.id, 0, true)).toMatchObject({ state: 'open' });
  });

  it('are over again after a rule that allows more, and the last song is played out again', async () => {
    await limit(daily(1));
    const other = await addSong(service, { durationSeconds: 300 });
    const second = await makeNest(site, mia, { nestId: nest.nestId, ruleId: nest.ruleId });
    const play = async (device: Nest, id: string, seconds: number) => {
      await device.report(id, row.id, 0, true);
      for (let at = 15; at <= seconds; at += 15) {
        await wait(15);
        await device.report(id, row.id, at);
      }
    };
    await play(nest, song, 75);
    await wait(3600);
    expect((await nest.place()).time.state).toBe('over');
    await limit(daily(2));
    await play(second, other, 75);
    expect((await second.place()).time.state).toBe('over');
    expect(await second.report(other, row.id, 75, true)).toMatchObject({ state: 'last' });
    // It does not matter either whether more was allowed and taken back before a song began.
    await limit(daily(60));
    await wait(3600);
    await play(second, other, 15);
    await limit(daily(1));
    expect(await second.report(other, row.id, 15)).toMatchObject({ state: 'last' });
  });

  it('do not count a row for learning and the game, unless the grown-up says so', async () => {
    const game = (begins: boolean) => nest.call(catalog.recordNestGame, { body: { begins } });
    const play = async () => {
      await nest.report(song, row.id, 0, true);
      await wait(10);
      const { isCounting } = await nest.report(song, row.id, 10);
      await game(true);
      await wait(10);
      return [isCounting, (await game(false)).data.time.isCounting];
    };
    const rows = [{ ...row, isLearning: true }];
    await putRule(mia, nest.ruleId, { rows, time: FREE });
    expect(await play()).toEqual([false, false]);
    await expectCounted(0);
    await putRule(mia, nest.ruleId, { rows, time: { ...FREE, countsLearning: true, countsGame: true } });
    expect(await play()).toEqual([true, true]);
    await expectCounted(20);
  });

  it('are shown with the limit that each day had, and today with the present one', async () => {
    const play = async () => {
      await nest.report(song, row.id, 0, true);
      await wait(10);
      await nest.report(song, row.id, 10);
    };
    /** In two steps, since no two rows may have the same day meanwhile. */
    const yesterday = async () => {
      for (const days of [-1000, 999])
        await sql`update nest_days set day = day + ${days}::integer`.execute(service.db);
    };
    const limits = async () => {
      const input = { params: { id: nest.ruleId }, query: { nestId: nest.nestId } };
      const { days } = (await mia.call(catalog.listNestMinutes, input)).data;
      return days.slice(0, 4).map(({ limitMinutes }) => limitMinutes);
    };
    for (const time of [daily(30), FREE, daily(60)]) {
      await yesterday();
      await limit(time);
      await play();
    }
    await limit(daily(45));
    expect(await limits()).toEqual([45, null, 30, 45]);
    // As a service from before that counted it.
    await sql`update nest_days set has_limit = null, limit_minutes = null`.execute(service.db);
    expect(await limits()).toEqual([45, 45, 45, 45]);
  });

  it('are not counted twice by simultaneous reports', async () => {
    await limit(FREE);
    await nest.report(song, row.id, 0, true);
    await wait(10);
    await Promise.all(Array.from({ length: 6 }, () => nest.report(song, row.id, 10)));
    await expectCounted(10);
  });
});

describe('more time', () => {
  const give = async () => {
    const input = { params: { id: nest.ruleId }, body: { nestId: nest.nestId, minutes: 10 as const } };
    return (await mia.call(catalog.giveNestTime, input)).data.time.leftSeconds ?? 0;
  };
  const leftOf = async () => (await nest.place()).time.leftSeconds ?? 0;

  it('before the hours end is added to what is left of them', async () => {
    await limit(endIn(5));
    const left = await leftOf();
    expect(left).toBeGreaterThan(200);
    expect(await give()).toBeGreaterThan(left + 590 - (performance.now() - begunAt) / 1000);
    expect(await give()).toBeGreaterThan(left + 1190 - (performance.now() - begunAt) / 1000);
  });

  it('of minutes that are used up does not move the evening', async () => {
    await limit({ ...endIn(300), minutes: Array<number>(7).fill(0) });
    expect(await leftOf()).toBe(0);
    expect(await give()).toBe(600);
    await limit(endIn(300));
    expect(await leftOf()).toBeLessThanOrEqual(300 * 60);
  });

  it('that was given before midnight is good after it', async () => {
    await limit(endIn(0));
    expect(await leftOf()).toBe(0);
    await give();
    await sql`update nest_days set day = day - 1`.execute(service.db);
    expect(await leftOf()).toBeGreaterThan(500);
  });
});

describe('the segments of a nest', () => {
  const has = async (segment: number) => {
    const { from = 0, until = 0 } = (await nest.rights(song, segment)).nest ?? {};
    return segment >= from && segment < until;
  };

  it('are all of a song without a limit of time', async () => {
    await limit(FREE);
    await nest.place();
    expect([await has(0), await has(249)]).toEqual([true, true]);
  });

  it('are those of a minute without reports, and a minute ahead of them', async () => {
    await limit(daily(60));
    await nest.place();
    expect([await has(0), await has(14), await has(15)]).toEqual([true, true, false]);
    await wait(600);
    expect([await has(15), await has(100)]).toEqual([false, false]);
    await nest.report(song, row.id, 0, true);
    await wait(10);
    await nest.report(song, row.id, 10);
    expect([await has(17), await has(100), await has(113), await has(200)]).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('begin one minute for simultaneous requests', async () => {
    await limit(daily(60));
    await nest.place();
    const all = await Promise.all([0, 50, 100, 150].map((segment) => has(segment)));
    expect(all.filter(Boolean)).toHaveLength(1);
  });
});
