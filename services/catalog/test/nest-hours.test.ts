import type { catalog } from '@larksong/contracts';
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
});

const limit = (time: catalog.NestTimeRule) => putRule(mia, nest.ruleId, { rows: [row], time });
const wait = (seconds: number) => letTimePass(service, seconds);

describe('hours that a grown-up narrows while a song plays', () => {
  const play = async (id: string) => {
    await nest.report(id, row.id, 0, true);
    await wait(10);
    return nest.report(id, row.id, 10);
  };

  it.each([
    ['a day without hours', FREE],
    ['hours that end later', endIn(300)],
  ])('are over at once, and the song of %s is played out', async (_, time) => {
    await limit(time);
    const short = await addSong(service, { durationSeconds: 300 });
    expect(await play(short)).not.toMatchObject({ state: 'over' });
    await limit(endIn(-120));
    expect((await nest.place()).time).toMatchObject({ state: 'over', leftSeconds: 0 });
    await wait(10);
    expect(await nest.report(short, row.id, 20)).toMatchObject({ state: 'last', endsAt: null });
    expect((await nest.rights(short, 2)).nest).not.toEqual({ from: 0, until: 0 });
    await wait(280);
    expect(await nest.report(short, row.id, 300)).toMatchObject({ state: 'last' });
    expect(await outcomeOf(nest.report(song, row.id, 0, true))).toBe('NEST_RESTS');
    expect(await outcomeOf(nest.report(short, row.id, 0, true))).toBe('NEST_RESTS');
  });

  it('are over for a song that had begun after their new end, too', async () => {
    await limit(FREE);
    await play(song);
    await limit(endIn(-1));
    const played = await nest.report(song, row.id, 20);
    expect(played).toMatchObject({ state: 'last' });
    expect(played.endsAt).toBeGreaterThan(20);
    expect(played.endsAt).toBeLessThanOrEqual(20 + 360);
    await limit(endIn(-120));
    await wait(361);
    expect(await outcomeOf(nest.report(song, row.id, 381))).toBe('NEST_RESTS');
  });

  it('stay over for a song that was paused when they ended, whatever changes later', async () => {
    await limit(FREE);
    await play(song);
    await limit(endIn(-60));
    await wait(3600);
    await limit(endIn(-120));
    expect(await outcomeOf(nest.report(song, row.id, 20, true))).toBe('NEST_RESTS');
  });
});
