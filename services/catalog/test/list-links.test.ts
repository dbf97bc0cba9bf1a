import { catalog, status } from '@larksong/contracts';
import { emptyTestRedis } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createGuest, outcomeOf } from './guests.ts';
import { addSong } from './library.ts';
import { makeLink, mayStream, readLinks, startLinkSite, type LinkSite } from './link-site.ts';
import { makeList, offerList } from './song-lists.ts';
import type { TestCatalog } from './support.ts';
import type { TestTeacher } from './teachers.ts';

let site: LinkSite;
let service: TestCatalog;
let member: TestTeacher;
let teacher: TestTeacher;
let olive: TestTeacher;
beforeAll(async () => {
  site = await startLinkSite();
  ({ service } = site);
});
afterAll(() => site.stop());
beforeEach(async () => {
  await service.db.deleteFrom('song_lists').execute();
  await service.db.deleteFrom('videos').execute();
  [member, teacher, olive] = [
    await site.enter('user', 'mia'),
    await site.enter('teacher', 'tom'),
    await site.enter('superadmin', 'olive'),
  ];
});

const of = (listId: string, { id }: { id: string }) => ({ params: { id: listId, linkId: id } });

describe('a link', () => {
  it('is shown with its code to those who may change its list, and to nobody else', async () => {
    const listId = await makeList(teacher);
    const link = await makeLink(teacher, listId, { endsAt: '2099-01-01T00:00:00Z' });
    expect(link).toMatchObject({ name: 'Parents', state: 'open', endsAt: '2099-01-01T00:00:00.000Z' });
    expect(link).toMatchObject({
      showsOwn: false,
      hasPreview: true,
      spoken: null,
      openings: [],
      openingCount: 0,
    });
    expect(link.code).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/);
    expect(await readLinks(teacher, listId)).toEqual({ links: [link], areAllowed: true });
    for (const stranger of [member, olive]) {
      expect(await outcomeOf(readLinks(stranger, listId))).toBe('LIST_NOT_FOUND');
      expect(await outcomeOf(makeLink(stranger, listId))).toBe('LIST_NOT_FOUND');
      expect(await outcomeOf(stranger.call(catalog.takeBackLink, of(listId, link)))).toBe('LIST_NOT_FOUND');
    }
    const dump = JSON.stringify(await service.db.selectFrom('song_list_links').selectAll().execute());
    expect(dump).not.toContain(link.code.replaceAll('-', ''));
  });

  it('counts its openings by day, not those of a page that is open already', async () => {
    const listId = await makeList(teacher);
    const { code } = await makeLink(teacher, listId);
    const guests = [createGuest(service.url), createGuest(service.url)];
    for (const guest of guests) for (let n = 0; n < 3; n += 1) await guest.open(code);
    await createGuest(service.url).open(code, { isAgain: true });
    const [link] = (await readLinks(teacher, listId)).links;
    expect(link).toMatchObject({
      openingCount: 2,
      openings: [{ day: new Date().toISOString().slice(0, 10), count: 2 }],
    });
  });

  it('can be named, ended and ticked differently, at once for guests who have opened it', async () => {
    const song = await addSong(service, { uploaderId: teacher.id, visibility: 'registered' });
    const listId = await makeList(teacher, { videoIds: [song] });
    const link = await makeLink(teacher, listId);
    const guest = createGuest(service.url);
    await guest.open(link.code);
    const update = (body: Static<typeof catalog.updateLink.body>) =>
      teacher.call(catalog.updateLink, { ...of(listId, link), body });
    expect(await mayStream(guest, song)).toBe('VIDEO_NOT_FOUND');
    await update({ showsOwn: true, name: ' Grandma ' });
    expect(await mayStream(guest, song)).toBe('ok');
    expect((await readLinks(teacher, listId)).links).toMatchObject([{ name: 'Grandma', code: link.code }]);
    expect(await outcomeOf(update({ endsAt: '2020-01-01T00:00:00Z' }))).toBe('VALIDATION_FAILED');
    expect(await outcomeOf(update({ name: ' \n' }))).toBe('VALIDATION_FAILED');
    await service.db
      .updateTable('song_list_links')
      .set({ ends_at: sql<Date>`now()` })
      .execute();
    expect(await mayStream(guest, song)).toBe('VIDEO_NOT_FOUND');
    expect(await outcomeOf(guest.list(link.id))).toBe('LINK_NOT_OPEN');
    expect((await readLinks(teacher, listId)).links).toMatchObject([{ state: 'ended' }]);
    await update({ endsAt: null });
    expect(await outcomeOf(guest.list(link.id))).toBe('ok');
  });

  it('that is taken back opens nothing any more, also for guests who have opened it', async () => {
    const song = await addSong(service, { uploaderId: teacher.id, visibility: 'registered' });
    const listId = await makeList(teacher, { videoIds: [song] });
    const [link, kept] = [
      await makeLink(teacher, listId, { showsOwn: true }),
      await makeLink(teacher, listId),
    ];
    const guest = createGuest(service.url);
    await guest.open(link.code);
    const { spoken } = (
      await teacher.call(catalog.createSpokenCode, { ...of(listId, link), body: { hours: 1 } })
    ).data;
    await teacher.call(catalog.takeBackLink, of(listId, link));
    expect(await outcomeOf(guest.list(link.id))).toBe('LINK_NOT_OPEN');
    expect(await mayStream(guest, song)).toBe('VIDEO_NOT_FOUND');
    for (const code of [link.code, spoken.code])
      expect(await outcomeOf(createGuest(service.url).open(code))).toBe('LINK_NOT_OPEN');
    expect((await readLinks(teacher, listId)).links.map(({ id }) => id)).toEqual([kept.id]);
    expect(await outcomeOf(teacher.call(catalog.takeBackLink, of(listId, link)))).toBe('ITEM_NOT_FOUND');
  });

  it('ends with its list, comes back with it, and ends with the account of its maker', async () => {
    const song = await addSong(service);
    const listId = await makeList(teacher, { videoIds: [song] });
    const link = await makeLink(teacher, listId);
    const { spoken } = (
      await teacher.call(catalog.createSpokenCode, { ...of(listId, link), body: { hours: 1 } })
    ).data;
    const open = (code: string) => outcomeOf(createGuest(service.url).open(code));
    await teacher.call(catalog.deleteSongList, { params: { id: listId } });
    expect([await open(link.code), await open(spoken.code)]).toEqual(['LINK_NOT_OPEN', 'LINK_NOT_OPEN']);
    await teacher.call(catalog.restoreSongList, { params: { id: listId } });
    expect([await open(link.code), await open(spoken.code)]).toEqual(['ok', 'ok']);
    const ofSite = await offerList(olive, { videoIds: [song] });
    const { code } = await makeLink(olive, ofSite);
    await service.internal(catalog.forgetMember, { body: { userId: olive.id, deletesVideos: false } });
    expect(await open(code)).toBe('LINK_NOT_OPEN');
    expect(
      await service.db.selectFrom('song_list_makers').select('id').where('id', '=', olive.id).execute(),
    ).toEqual([]);
  });

  it('of the site is recorded without its code, and shown to all superadmins', async () => {
    const listId = await offerList(olive, { name: 'Winter' });
    const link = await makeLink(olive, listId);
    await olive.call(catalog.updateLink, { ...of(listId, link), body: { hasPreview: false } });
    const { spoken } = (
      await olive.call(catalog.createSpokenCode, { ...of(listId, link), body: { hours: 1 } })
    ).data;
    await olive.call(catalog.endSpokenCode, of(listId, link));
    await olive.call(catalog.endSpokenCode, of(listId, link));
    const ruth = await site.enter('superadmin', 'ruth');
    expect((await readLinks(ruth, listId)).links).toMatchObject([{ code: link.code, spoken: null }]);
    await ruth.call(catalog.takeBackLink, of(listId, link));
    const { entries } = (await olive.call(catalog.listVideoChanges, { query: { subject: listId, limit: 5 } }))
      .data;
    expect(entries.map(({ action, actor }) => [action, actor.name])).toEqual([
      ['list.link-taken-back', 'ruth'],
      ['list.code-ended', 'olive'],
      ['list.code-made', 'olive'],
      ['list.link-changed', 'olive'],
      ['list.link-made', 'olive'],
    ]);
    const text = JSON.stringify(entries).toLowerCase();
    for (const code of [link.code, spoken.code]) {
      expect(text).not.toContain(code.toLowerCase());
      expect(text).not.toContain(code.toLowerCase().replaceAll(/[ -]/g, ''));
    }
  });

  it('is previewed by its title and look for the gateway alone, unless its maker switched that off', async () => {
    const listId = await makeList(teacher, { name: 'Morning', sign: 'sun', hue: 'lake' });
    const link = await makeLink(teacher, listId);
    const { spoken } = (
      await teacher.call(catalog.createSpokenCode, { ...of(listId, link), body: { hours: 1 } })
    ).data;
    const preview = (code: string) => service.internal(catalog.previewLink, { body: { code } });
    expect((await preview(link.code)).data).toEqual({ name: 'Morning', sign: 'sun', hue: 'lake' });
    expect(await outcomeOf(preview(spoken.code))).toBe('LINK_NOT_OPEN');
    expect(
      await outcomeOf(createGuest(service.url).call(catalog.previewLink, { body: { code: link.code } })),
    ).toBe('NOT_FOUND');
    await teacher.call(catalog.updateLink, { ...of(listId, link), body: { hasPreview: false } });
    expect(await outcomeOf(preview(link.code))).toBe('LINK_NOT_OPEN');
    expect((await readLinks(teacher, listId)).links).toMatchObject([{ openingCount: 0 }]);
  });
});

describe('the numbers of links', () => {
  const read = async (name: string) => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length),
    );
  };

  it('are in the metrics with how often they open and what opens none, and on the status page', async () => {
    const listId = await makeList(teacher);
    const link = await makeLink(teacher, listId);
    await makeLink(olive, await offerList(olive));
    const ended = await makeLink(teacher, listId);
    await service.db
      .updateTable('song_list_links')
      .set({ ends_at: sql<Date>`now()` })
      .where('id', '=', ended.id)
      .execute();
    const gone = await makeList(teacher);
    await makeLink(teacher, gone);
    await teacher.call(catalog.deleteSongList, { params: { id: gone } });
    const { spoken } = (
      await teacher.call(catalog.createSpokenCode, { ...of(listId, link), body: { hours: 1 } })
    ).data;
    expect(await read('catalog_list_links{owner="account"}')).toBe(1);
    expect(await read('catalog_list_links{owner="site"}')).toBe(1);
    const { figures } = (await service.internal(status.getCatalogStatus, {})).data;
    expect(figures?.links).toEqual({ account: 1, site: 1 });
    expect((await teacher.call(catalog.countOwnLists, {})).data).toEqual({ lists: 1, links: 1 });
    expect((await olive.call(catalog.countOwnLists, {})).data).toEqual({ lists: 1, links: 1 });

    const names = [
      'catalog_links_opened_total{kind="link"}',
      'catalog_links_opened_total{kind="spoken"}',
      'catalog_links_refused_total{kind="link",code="LINK_NOT_OPEN"}',
      'catalog_links_refused_total{kind="none",code="LINK_NOT_OPEN"}',
      'catalog_links_refused_total{kind="spoken",code="LINK_NOT_OPEN"}',
      'catalog_links_refused_total{kind="spoken",code="TOO_MANY_REQUESTS"}',
    ];
    const before = await Promise.all(names.map(read));
    const guest = createGuest(service.url);
    for (const code of [link.code, link.code, ended.code, 'no code']) await outcomeOf(guest.open(code));
    await outcomeOf(createGuest(service.url).open(spoken.code));
    for (let n = 0; n < 6; n += 1) await outcomeOf(guest.open('222222'));
    const counted = (await Promise.all(names.map(read))).map((value, index) => value - (before[index] ?? 0));
    expect(counted).toEqual([1, 1, 1, 1, 5, 1]);
    await emptyTestRedis(3);
  });
});

describe('what the role of a maker carried', () => {
  it('ends within five seconds of a demotion or a disabling, and only that', async () => {
    const registered = await addSong(service, { visibility: 'registered', uploaderId: teacher.id });
    const own = await addSong(service, { visibility: 'private', uploaderId: olive.id });
    const open = await addSong(service);
    const listId = await makeList(olive, { videoIds: [registered, own, open] });
    const ofSite = await offerList(olive, { videoIds: [open] });
    const [mine, sites] = [await makeLink(olive, listId, { showsOwn: true }), await makeLink(olive, ofSite)];
    const guest = createGuest(service.url);
    for (const { code } of [mine, sites]) await guest.open(code);
    const seen = async () => [
      await mayStream(guest, registered),
      await mayStream(guest, own),
      ...[await outcomeOf(guest.list(mine.id)), await outcomeOf(guest.list(sites.id))],
    ];
    expect(await seen()).toEqual(['ok', 'ok', 'ok', 'ok']);
    site.setRole(olive, 'user');
    await expect.poll(seen, { timeout: 5000 }).toEqual(['VIDEO_NOT_FOUND', 'ok', 'ok', 'LINK_NOT_OPEN']);
    site.setRole(olive, null);
    const ended = ['VIDEO_NOT_FOUND', 'VIDEO_NOT_FOUND', 'LINK_NOT_OPEN', 'LINK_NOT_OPEN'];
    await expect.poll(seen, { timeout: 5000 }).toEqual(ended);
    expect(await outcomeOf(createGuest(service.url).open(mine.code))).toBe('LINK_NOT_OPEN');
  });
});
