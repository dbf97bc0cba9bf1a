import { randomUUID } from 'node:crypto';

import { catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { outcomeOf } from './guests.ts';
import { addSong } from './library.ts';
import { addEverySong, startLinkSite, type LinkSite } from './link-site.ts';
import { everythingRow, listRow, makeNest, putRule, RULE, tagRow, titlesOf } from './nest-site.ts';
import { makeList, offerList } from './song-lists.ts';
import type { TestCatalog } from './support.ts';
import type { TestTeacher } from './teachers.ts';

let site: LinkSite;
let service: TestCatalog;
let mia: TestTeacher;
let olive: TestTeacher;
beforeAll(async () => {
  site = await startLinkSite();
  ({ service } = site);
});
afterAll(() => site.stop());
beforeEach(async () => {
  for (const table of ['nest_rules', 'song_lists', 'videos'] as const)
    await service.db.deleteFrom(table).execute();
  [mia, olive] = [await site.enter('user', 'mia'), await site.enter('superadmin', 'olive')];
});

const withoutRule = { rows: [], game: null, allowsSearch: false };

describe('the rule of a nest', () => {
  it('is changed by those who care for it, one after the other', async () => {
    const nest = await makeNest(site, mia);
    const listId = await makeList(mia);
    const rows = [listRow(listId, true), tagRow('Nap', 'grade'), everythingRow()];
    const time = { ...RULE.time, minutes: [10, 20, 30, null, 0, 1440, 5], hours: { from: 1200, to: 360 } };
    const rule = { ...RULE, rows, time, game: { ...RULE.game, letters: ['b', 'A'] } };
    const put = (version: number) =>
      mia.call(catalog.putNestRule, { params: { id: nest.ruleId }, body: { version, rule } });
    const saved = { version: 1, rule: { ...rule, game: { ...rule.game, letters: ['A', 'B'] } } };
    expect((await put(0)).data).toEqual(saved);
    await expect(put(0)).rejects.toMatchObject({ code: 'CONFLICT', present: saved });
    expect((await put(1)).data.version).toBe(2);
    const ofOlive = { params: { id: nest.ruleId } };
    for (const work of [
      () => olive.call(catalog.getNestRule, ofOlive),
      () => olive.call(catalog.putNestRule, { ...ofOlive, body: { version: 2, rule } }),
      () => olive.call(catalog.listNestChoices, ofOlive),
      () => olive.call(catalog.previewNest, ofOlive),
      () => mia.call(catalog.getNestRule, { params: { id: randomUUID() } }),
    ])
      expect(await outcomeOf(work())).toBe('NEST_NOT_FOUND');
  });

  it('takes lists of its owner and of the site only, and no row of another rule', async () => {
    const nest = await makeNest(site, mia);
    const other = await makeNest(site, mia);
    const put = (rows: catalog.NestRow[], time = RULE.time) =>
      outcomeOf(putRule(mia, nest.ruleId, { rows, time }));
    const ofOlive = await makeList(olive, { videoIds: [await addSong(service)] });
    const ofSite = await offerList(olive);
    const taken = everythingRow();
    await putRule(mia, other.ruleId, { rows: [taken] });
    expect([
      await put([listRow(ofOlive)]),
      await put([listRow(randomUUID())]),
      await put([listRow(ofSite)]),
      await put([taken]),
      await put([], { ...RULE.time, zone: 'Mars/Olympus' }),
    ]).toEqual(['LIST_NOT_FOUND', 'LIST_NOT_FOUND', 'ok', 'VALIDATION_FAILED', 'VALIDATION_FAILED']);
    expect(await titlesOf(other)).toHaveLength(1);
  });

  it('tells the gateway whether it allows the game, with the letters of its language', async () => {
    const nest = await makeNest(site, mia);
    const isOn = async (ownerId: string) =>
      (await service.internal(catalog.getNestGame, { params: { id: nest.ruleId }, query: { ownerId } })).data
        .isOn;
    expect(await isOn(mia.id)).toBe(false);
    const game = { ...RULE.game, letters: ['i', 'ç'], pack: 'tr' as const };
    await putRule(mia, nest.ruleId, { game });
    expect([await isOn(mia.id), await isOn(olive.id)]).toEqual([true, false]);
    expect((await nest.place()).game).toMatchObject({ letters: ['Ç', 'İ'], pack: 'tr' });
    await putRule(mia, nest.ruleId, { game: { ...game, isOn: false } });
    expect(await isOn(mia.id)).toBe(false);
  });

  it('hides no song that its owner could not see, and keeps what is hidden', async () => {
    const nest = await makeNest(site, mia);
    const [open, secret] = [await addSong(service), await addSong(service, { visibility: 'private' })];
    const hide = async (hiddenVideoIds: string[]) =>
      (await putRule(mia, nest.ruleId, { hiddenVideoIds })).rule?.hiddenVideoIds;
    expect(await hide([open, secret, randomUUID()])).toEqual([open]);
    await sql`update videos set visibility = 'private', private_user_id = ${olive.id} where id = ${open}`.execute(
      service.db,
    );
    expect(await hide([open])).toEqual([open]);
  });

  it('is previewed as its nest sees it, and chosen from what it could show', async () => {
    const ids = await addEverySong(service, { by: mia, other: olive });
    const listId = await makeList(mia, { name: 'Ours', videoIds: Object.values(ids) });
    await addSong(service, { tags: { category: 'Nap' } });
    await addSong(service, { visibility: 'registered', tags: { category: 'Secret' } });
    const nest = await makeNest(site, mia);
    const row = listRow(listId);
    await putRule(mia, nest.ruleId, { rows: [row] });
    const { rows } = await nest.place();
    const of = { params: { id: nest.ruleId } };
    expect((await mia.call(catalog.previewNest, of)).data.rows).toEqual(rows);
    const ofRow = { params: { id: nest.ruleId, rowId: row.id } };
    expect((await mia.call(catalog.previewNestRow, ofRow)).data.row).toEqual(rows[0]);
    expect((await mia.call(catalog.listNestChoices, of)).data).toMatchObject({
      lists: [{ listId, name: 'Ours', owner: 'nest', songCount: 5 }],
      tags: [{ tagType: 'category', tagValue: 'Nap', songCount: 1 }],
      publicCount: 3,
    });
  });

  it('goes with its nest, and with the account of its owner', async () => {
    const nest = await makeNest(site, mia);
    await putRule(mia, nest.ruleId, { rows: [everythingRow()] });
    await service.internal(catalog.forgetNests, { body: { ids: [nest.ruleId, randomUUID()] } });
    await service.internal(catalog.forgetNests, { body: { ids: [nest.ruleId] } });
    expect(await nest.place()).toMatchObject(withoutRule);
    await putRule(mia, nest.ruleId, { rows: [everythingRow()] });
    await service.internal(catalog.forgetMember, { body: { userId: mia.id, deletesVideos: false } });
    expect(await service.db.selectFrom('nest_rules').selectAll().execute()).toEqual([]);
  });
});

describe('the door of a device', () => {
  it('changes the rules of its nests, and no others', async () => {
    const nest = await makeNest(site, mia);
    const other = await makeNest(site, mia);
    const body = { version: 0, rule: { ...RULE, rows: [everythingRow()] } };
    const of = (id: string) => ({ params: { id } });
    expect((await nest.door(catalog.putDoorRule, { ...of(nest.ruleId), body })).data.version).toBe(1);
    expect((await nest.door(catalog.getDoorRule, of(nest.ruleId))).data.version).toBe(1);
    for (const work of [
      () => nest.door(catalog.putDoorRule, { ...of(other.ruleId), body }),
      () => nest.door(catalog.getDoorRule, of(other.ruleId)),
      () => nest.door(catalog.listDoorChoices, of(other.ruleId)),
      () =>
        nest.door(catalog.giveDoorTime, { ...of(nest.ruleId), body: { nestId: other.nestId, minutes: 10 } }),
      () => nest.door(catalog.listDoorMinutes, { ...of(nest.ruleId), query: { nestId: other.nestId } }),
    ])
      expect(await outcomeOf(work())).toBe('NEST_NOT_FOUND');
    const louder = { version: 1, rule: { ...body.rule, volume: 100, allowsSearch: false } };
    await putRule(mia, nest.ruleId, { volume: 40 });
    await nest.door(catalog.putDoorRule, { ...of(nest.ruleId), body: { ...louder, version: 2 } });
    expect(await nest.place()).toMatchObject({ volume: 40, allowsSearch: false });
    const choices = await nest.door(catalog.listDoorChoices, of(nest.ruleId));
    expect((await mia.call(catalog.listNestChoices, of(nest.ruleId))).data).toEqual(choices.data);
  });
});
