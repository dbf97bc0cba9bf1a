import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { outcomeOf } from './guests.ts';
import { addSong } from './library.ts';
import { startLinkSite, type LinkSite } from './link-site.ts';
import { everythingRow, makeNest, putRule } from './nest-site.ts';
import { addManySongs } from './song-lists.ts';
import type { TestTeacher } from './teachers.ts';

let site: LinkSite;
let mia: TestTeacher;
let olive: TestTeacher;
beforeAll(async () => {
  site = await startLinkSite();
});
afterAll(() => site.stop());
beforeEach(async () => {
  for (const table of ['nest_rules', 'videos'] as const) await site.service.db.deleteFrom(table).execute();
  [mia, olive] = [await site.enter('user', 'mia'), await site.enter('superadmin', 'olive')];
});

describe('what a nest tells', () => {
  it('goes to its grown-ups and to nobody else', async () => {
    const id = await addSong(site.service, { title: 'Ducks' });
    const nest = await makeNest(site, mia);
    await putRule(mia, nest.ruleId, { rows: [everythingRow()] });
    const tell = async () =>
      (
        await nest.call(catalog.flagNestSong, {
          params: { videoId: id },
          body: { kind: 'frightening' as const },
        })
      ).data.isNew;
    expect([await tell(), await tell()]).toEqual([true, false]);
    expect((await olive.call(catalog.listFlags, {})).data.openCount).toBe(0);
    const params = { id: nest.nestId };
    const { flags } = (await mia.call(catalog.listNestFlags, { params })).data;
    expect(flags).toMatchObject([
      { nestId: nest.nestId, kind: 'frightening', video: { id, title: 'Ducks' } },
    ]);
    expect(await outcomeOf(olive.call(catalog.listNestFlags, { params }))).toBe('NEST_NOT_FOUND');
    const flagParams = { id: nest.nestId, flagId: flags[0]?.id ?? '' };
    expect(await outcomeOf(olive.call(catalog.closeNestFlag, { params: flagParams }))).toBe('NEST_NOT_FOUND');
    await mia.call(catalog.closeNestFlag, { params: flagParams });
    expect((await mia.call(catalog.listNestFlags, { params })).data.flags).toEqual([]);
  });

  it('is about songs that it sees only', async () => {
    const id = await addSong(site.service, { visibility: 'registered' });
    const nest = await makeNest(site, mia);
    await putRule(mia, nest.ruleId, { rows: [everythingRow()] });
    for (const videoId of [id, randomUUID()])
      expect(
        await outcomeOf(nest.call(catalog.flagNestSong, { params: { videoId }, body: { kind: 'other' } })),
      ).toBe('VIDEO_NOT_FOUND');
  });

  it('is deleted with the nest', async () => {
    const id = await addSong(site.service);
    const nest = await makeNest(site, mia);
    await putRule(mia, nest.ruleId, { rows: [everythingRow()] });
    await nest.call(catalog.flagNestSong, { params: { videoId: id }, body: { kind: 'other' } });
    await site.service.internal(catalog.forgetNests, { body: { ids: [nest.nestId] } });
    expect(await site.service.db.selectFrom('flags').select('id').execute()).toEqual([]);
  });
});

describe('what members tell', () => {
  const flag = async (by: TestTeacher, id: string, text = '') =>
    by.call(catalog.flagVideo, { params: { id }, body: { kind: 'other', text } });

  it('is refused after twenty in a day, of each of them and of each nest, from whatever network', async () => {
    const ids = await addManySongs(site.service, 21);
    const nest = await makeNest(site, mia);
    await putRule(mia, nest.ruleId, { rows: [everythingRow()] });
    const tell = (id: string) =>
      nest.call(catalog.flagNestSong, { params: { videoId: id }, body: { kind: 'other' } });
    const [last = ''] = ids.splice(20);
    for (const id of ids) {
      await flag(mia, id);
      await tell(id);
    }
    const refused = { code: 'TOO_MANY_REQUESTS', reason: 'flag.too-many-own' };
    await expect(flag(mia, last)).rejects.toMatchObject(refused);
    await expect(tell(last)).rejects.toMatchObject(refused);
    await flag(olive, last);
  });

  it('is downloaded by them', async () => {
    const ids = await addManySongs(site.service, 3);
    for (const id of ids) await flag(mia, id, `Loud ${ids.indexOf(id)}`);
    await flag(olive, ids[0] ?? '');
    const { flags } = (await olive.call(catalog.listFlags, {})).data;
    const newest = flags.find(({ text }) => text === 'Loud 2');
    const closing = { params: { id: newest?.id ?? '' }, body: { withAlike: false } };
    await olive.call(catalog.closeFlag, closing);
    const read = async (query: { limit: number; cursor?: string }) =>
      (await mia.call(catalog.listOwnFlags, { query })).data;
    const first = await read({ limit: 2 });
    expect(first.flags).toMatchObject([
      { kind: 'other', text: 'Loud 2', isClosed: true, video: { id: ids[2] } },
      { text: 'Loud 1', isClosed: false },
    ]);
    const second = await read({ limit: 2, cursor: first.nextCursor ?? '' });
    expect(second).toMatchObject({ flags: [{ text: 'Loud 0' }], nextCursor: null });
    await olive.call(catalog.updateVideo, {
      params: { id: ids[2] ?? '' },
      body: { visibility: 'private', privateUserId: olive.id },
    });
    expect((await read({ limit: 1 })).flags).toMatchObject([{ video: { id: ids[2], title: null } }]);
  });
});
