import { randomUUID } from 'node:crypto';

import { catalog, NEST_COOKIE, STREAM_COOKIE } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { outcomeOf } from './guests.ts';
import { addSong } from './library.ts';
import { addEverySong, startLinkSite, type LinkSite } from './link-site.ts';
import { everythingRow, listRow, makeNest, mayStream, putRule, tagRow, titlesOf } from './nest-site.ts';
import { makeList } from './song-lists.ts';
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

describe('the place of a nest', () => {
  it('shows nothing without a rule, nor with an empty one', async () => {
    const id = await addSong(service);
    const nest = await makeNest(site, mia);
    expect(await nest.place()).toMatchObject(withoutRule);
    expect(await mayStream(nest, id)).toBe('VIDEO_NOT_FOUND');
    await putRule(mia, nest.ruleId, {});
    expect(await nest.place()).toMatchObject({ rows: [], allowsSearch: true, volume: 80 });
    expect(await mayStream(nest, id)).toBe('VIDEO_NOT_FOUND');
  });

  it.each(['user', 'superadmin'] as const)(
    'shows of a list what a %s may give, and by a tag or everything public songs only',
    async (role) => {
      const owner = role === 'user' ? mia : olive;
      const ids = await addEverySong(service, { by: owner, other: role === 'user' ? olive : mia });
      await sql`insert into video_tags (video_id, tag_type, tag_value)
        select id, 'category', 'Nap' from videos`.execute(service.db);
      const listId = await makeList(owner, { name: 'Ours', videoIds: Object.values(ids) });
      const nest = await makeNest(site, owner);
      await putRule(owner, nest.ruleId, { rows: [listRow(listId), tagRow('Nap'), everythingRow()] });
      const open = ['own public', 'other public'];
      const given = [...open, 'own registered', 'other registered', 'own private'];
      expect((await titlesOf(nest)).map((titles) => titles.toSorted())).toEqual(
        [given, open, open].map((titles) => titles.toSorted()),
      );
      for (const [title, id] of Object.entries(ids)) {
        const expected = given.includes(title) ? 'ok' : 'VIDEO_NOT_FOUND';
        expect([title, await mayStream(nest, id)]).toEqual([title, expected]);
        const song = outcomeOf(nest.call(catalog.getNestSong, { params: { videoId: id } }));
        expect([title, await song]).toEqual([title, expected]);
      }
    },
  );

  it('says nothing of other people, of counts and of words, and is the same on a closed site', async () => {
    const tags = { category: 'Nap', author: 'Ann' };
    const id = await addSong(service, { title: 'Ducks', description: 'Secret', tags, viewCount: 9 });
    const nest = await makeNest(site, mia);
    await putRule(mia, nest.ruleId, { rows: [tagRow('Nap')] });
    const expected = {
      ...{ id, title: 'Ducks', description: '', visibility: 'public', viewCount: 0, likeCount: 0, tags: [] },
      uploader: { username: '', displayName: null },
    };
    const open = await nest.place();
    expect(open.rows).toMatchObject([
      {
        kind: 'tag',
        sign: 'moon',
        hue: 'plum',
        name: 'Nap',
        songCount: 1,
        nextCursor: null,
        songs: [expected],
      },
    ]);
    expect(open.game).toEqual({ letters: ['A'], says: 'word', largest: '3x3' });
    expect(open.mayCount).toBe(true);
    await olive.call(catalog.putSiteAccess, { body: { visitors: 'nobody' } });
    expect(await nest.place()).toEqual(open);
    expect(await mayStream(nest, id)).toBe('ok');
    await olive.call(catalog.putSiteAccess, { body: { visitors: 'everybody' } });
  });

  it('changes at once with its rule, its lists, its songs and its owner', async () => {
    const [a, b] = [await addSong(service, { title: 'a' }), await addSong(service, { title: 'b' })];
    const listId = await makeList(mia, { videoIds: [b, a] });
    const nest = await makeNest(site, mia);
    await putRule(mia, nest.ruleId, { rows: [listRow(listId)] });
    expect(await titlesOf(nest)).toEqual([['b', 'a']]);
    await putRule(mia, nest.ruleId, { rows: [listRow(listId)], hiddenVideoIds: [b] });
    expect(await titlesOf(nest)).toEqual([['a']]);
    expect(await mayStream(nest, b)).toBe('VIDEO_NOT_FOUND');
    await mia.call(catalog.deleteSongList, { params: { id: listId } });
    expect(await titlesOf(nest)).toEqual([]);
    await mia.call(catalog.restoreSongList, { params: { id: listId } });
    expect(await titlesOf(nest)).toEqual([['a']]);
    await sql`update videos set status = 'failed' where id = ${a}`.execute(service.db);
    expect(await titlesOf(nest)).toEqual([[]]);
  });

  it('has its rows page by page, the oldest songs of everything first', async () => {
    const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n));
    for (let n = 0; n < 30; n += 1)
      await addSong(service, { title: String(n), createdAt: minute(n % 7), tags: { category: 'Nap' } });
    const listId = await makeList(mia, {
      videoIds: (await service.db.selectFrom('videos').select('id').execute()).map(({ id }) => id),
    });
    const nest = await makeNest(site, mia);
    await putRule(mia, nest.ruleId, { rows: [everythingRow(), tagRow('Nap'), listRow(listId)] });
    for (const row of (await nest.place()).rows) {
      expect([row.songs.length, row.songCount]).toEqual([catalog.NEST_ROW_SONGS, 30]);
      const input = { params: { rowId: row.id }, query: { cursor: row.nextCursor ?? '' } };
      const next = (await nest.call(catalog.getNestRow, input)).data.row;
      expect([next.songs.length, next.nextCursor]).toEqual([6, null]);
      const song = row.songs[20]?.id ?? '';
      const from = { params: { rowId: row.id }, query: { song } };
      const later = (await nest.call(catalog.getNestRow, from)).data.row;
      expect(later.songs.map(({ id }) => id)).toEqual(
        [...row.songs.slice(20), ...next.songs].map(({ id }) => id),
      );
      const all = [...row.songs, ...next.songs];
      expect(new Set(all.map(({ id }) => id)).size).toBe(30);
      if (row.kind !== 'list')
        expect(all.map(({ createdAt }) => createdAt)).toEqual(
          all.map(({ createdAt }) => createdAt).toSorted(),
        );
    }
    const elsewhere = { params: { rowId: nest.ruleId }, query: { song: await addSong(service) } };
    for (const missing of [{ params: { rowId: randomUUID() } }, elsewhere])
      expect(await outcomeOf(nest.call(catalog.getNestRow, missing))).toBe('ITEM_NOT_FOUND');
  });

  it('finds its own songs only, also by similar words, and in which rows, if it may search', async () => {
    const ids = [await addSong(service, { title: 'Moonlit ducks' })];
    const listId = await makeList(mia, { videoIds: ids });
    await addSong(service, { title: 'Moonlit geese', tags: { category: 'Nap' } });
    await addSong(service, { title: 'Moonlit swans' });
    const nest = await makeNest(site, mia);
    const rows = [tagRow('Nap'), listRow(listId)];
    await putRule(mia, nest.ruleId, { rows });
    const find = async (q: string) =>
      (await nest.call(catalog.searchNest, { query: { q } })).data.songs.map(({ video, rowId }) => [
        video.title,
        rows.findIndex(({ id }) => id === rowId),
      ]);
    const [geese, ducks] = [['Moonlit geese', 0] as const, ['Moonlit ducks', 1] as const];
    expect([await find('moonlit'), await find('swans'), await find('swams'), await find('gesse')]).toEqual([
      [geese, ducks],
      [],
      [],
      [geese],
    ]);
    expect(await find(' ')).toEqual([]);
    await putRule(mia, nest.ruleId, { rows, hiddenVideoIds: ids });
    expect(await find('moonlit')).toEqual([geese]);
    await putRule(mia, nest.ruleId, { rows, allowsSearch: false });
    expect(await outcomeOf(find('moonlit'))).toBe('FORBIDDEN');
  });

  it('keeps one position for each row, which goes with its song', async () => {
    const [a, b] = [await addSong(service), await addSong(service)];
    const listId = await makeList(mia, { videoIds: [a] });
    const nest = await makeNest(site, mia);
    const rows = [listRow(listId), everythingRow()];
    await putRule(mia, nest.ruleId, { rows });
    const keep = (index: number, videoId: string) =>
      outcomeOf(
        nest.call(catalog.recordNestPosition, {
          params: { rowId: rows[index]?.id ?? '' },
          body: { videoId },
        }),
      );
    expect([await keep(0, a), await keep(1, b), await keep(0, b), await keep(1, randomUUID())]).toEqual([
      ...['ok', 'ok', 'ITEM_NOT_FOUND', 'VIDEO_NOT_FOUND'],
    ]);
    const positions = async () => (await nest.place()).rows.map(({ position }) => position);
    expect(await positions()).toEqual([a, b]);
    await putRule(mia, nest.ruleId, { rows: rows.toReversed(), hiddenVideoIds: [b] });
    expect(await positions()).toEqual([null, a]);
  });
});

describe('the stream of a nest', () => {
  it('needs its own cookie, whatever else is sent by a browser with a nest', async () => {
    const id = await addSong(service);
    const nest = await makeNest(site, mia);
    const path = `${service.url}/hls/${id}/rights`;
    const statusOf = async (headers: Record<string, string>) => (await fetch(path, { headers })).status;
    expect(await statusOf({})).toBe(200);
    const { headers } = mia;
    for (const cookie of [
      `${NEST_COOKIE}=1`,
      `larksong_nest_stream=x`,
      `${NEST_COOKIE}=1; ${STREAM_COOKIE}=y`,
    ])
      expect([cookie, await statusOf({ cookie }), await statusOf({ ...headers, cookie })]).toEqual([
        cookie,
        404,
        404,
      ]);
    await putRule(mia, nest.ruleId, { rows: [everythingRow()] });
    await nest.place();
    expect(await nest.rights(id)).toMatchObject({ isPublic: false, nest: {} });
    const [, token = ''] = nest.cookie().split('larksong_nest_stream=');
    expect(await statusOf({ cookie: `${STREAM_COOKIE}=${token}` })).toBe(200); // a visitor, as with any other text
    await sql`update videos set visibility = 'registered'`.execute(service.db);
    expect(await statusOf({ cookie: `${STREAM_COOKIE}=${token}` })).toBe(404);
  });

  it('ends with the session, and continues by the last word of auth while that is away', async () => {
    const id = await addSong(service);
    const nest = await makeNest(site, mia);
    await putRule(mia, nest.ruleId, { rows: [everythingRow()] });
    await nest.place();
    const state = service.issuer.nestSessions.get(nest.sessionId);
    service.issuer.nestSessions.delete(nest.sessionId); // auth is away
    expect(await mayStream(nest, id)).toBe('ok');
    for (const nests of [[], [{ ...nest, id: randomUUID() }]]) {
      service.issuer.nestSessions.set(nest.sessionId, { active: true, memberId: mia.id, nests });
      expect(await mayStream(nest, id)).toBe('VIDEO_NOT_FOUND');
    }
    service.issuer.nestSessions.set(nest.sessionId, { active: false, memberId: null, nests: [] });
    expect(await mayStream(nest, id)).toBe('VIDEO_NOT_FOUND');
    if (state) service.issuer.nestSessions.set(nest.sessionId, state);
    expect(await mayStream(nest, id)).toBe('ok');
  });
});
