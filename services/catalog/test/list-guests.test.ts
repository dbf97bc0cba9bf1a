import { catalog } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createGuest, outcomeOf, type Guest } from './guests.ts';
import { addSong } from './library.ts';
import { addEverySong, makeLink, mayStream, readLinks, startLinkSite, type LinkSite } from './link-site.ts';
import { makeList } from './song-lists.ts';
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
  await closeSite('everybody', 'nobody');
});

const closeSite = (visitors: catalog.Visitors, links: catalog.ClosedLinks) =>
  olive.call(catalog.putSiteAccess, { body: { visitors, links } });
const titlesOf = async (guest: Guest, linkId: string) =>
  (await guest.list(linkId)).songs.map(({ title }) => title);

describe('a guest', () => {
  it('sees the list of a link as visitors see songs, and nothing about its owner', async () => {
    const ids = await addEverySong(service, { by: teacher, other: olive });
    const listId = await makeList(teacher, { name: 'Morning', letters: ['b'], videoIds: Object.values(ids) });
    const { code, id: linkId } = await makeLink(teacher, listId);
    const guest = createGuest(service.url);
    expect(await guest.open(code.toUpperCase().replaceAll('-', ' '))).toBe(linkId);
    const list = await guest.list(linkId);
    expect(list).toMatchObject({
      linkId,
      name: 'Morning',
      letters: ['B'],
      songCount: 2,
      durationSeconds: 40,
    });
    expect(list.songs.map(({ title }) => title)).toEqual(['own public', 'other public']);
    expect(Object.keys(list).toSorted()).toEqual(
      [
        'linkId',
        'name',
        'description',
        'sign',
        'hue',
        'letters',
        'songCount',
        'durationSeconds',
        'covers',
        'songs',
        'updatedAt',
      ].toSorted(),
    );
    for (const [name, id] of Object.entries(ids))
      expect(await mayStream(guest, id), name).toBe(name.endsWith('public') ? 'ok' : 'VIDEO_NOT_FOUND');
  });

  it.each([
    ['teacher', ['own public', 'other public', 'own registered', 'own private']],
    ['superadmin', ['own public', 'other public', 'own registered', 'other registered', 'own private']],
  ] as const)(
    'also sees what a %s shows with the tick, in the list and as a stream',
    async (role, titles) => {
      const maker = role === 'teacher' ? teacher : olive;
      const ids = await addEverySong(service, { by: maker, other: maker === olive ? teacher : olive });
      const beyond = await addSong(service, {
        uploaderId: maker.id,
        visibility: 'private',
        privateUserId: maker.id,
      });
      const waiting = await addSong(service, { uploaderId: maker.id, isWaiting: true });
      const listId = await makeList(maker, { videoIds: [...Object.values(ids), waiting] });
      const { code, id: linkId } = await makeLink(maker, listId, { showsOwn: true });
      const guest = createGuest(service.url);
      await guest.open(code);
      expect((await titlesOf(guest, linkId)).toSorted()).toEqual([...titles].toSorted());
      for (const [name, id] of Object.entries(ids))
        expect(await mayStream(guest, id), name).toBe(
          (titles as readonly string[]).includes(name) ? 'ok' : 'VIDEO_NOT_FOUND',
        );
      for (const id of [beyond, waiting]) expect(await mayStream(guest, id)).toBe('VIDEO_NOT_FOUND');
      const rights = (await guest.call(catalog.getStreamRights, { params: { id: ids['own private'] ?? '' } }))
        .data;
      expect(rights.isPublic).toBe(false);
      // A guest is a visitor everywhere else.
      expect(
        await outcomeOf(guest.call(catalog.getVideo, { params: { id: ids['own private'] ?? '' } })),
      ).toBe('VIDEO_NOT_FOUND');
      expect((await guest.call(catalog.listVideos, {})).data.videos).toHaveLength(2);
      expect(await outcomeOf(guest.call(catalog.getSongList, { params: { id: listId } }))).toBe(
        'LIST_NOT_FOUND',
      );
    },
  );

  it('without the cookie of a link gets nothing of it, and several links open side by side', async () => {
    const song = await addSong(service, { uploaderId: teacher.id, visibility: 'registered' });
    const other = await addSong(service, { uploaderId: teacher.id, visibility: 'registered' });
    const [first, second] = [
      await makeList(teacher, { videoIds: [song] }),
      await makeList(teacher, { videoIds: [other] }),
    ];
    const [one, two] = [
      await makeLink(teacher, first, { showsOwn: true }),
      await makeLink(teacher, second, { showsOwn: true }),
    ];
    const guest = createGuest(service.url);
    await guest.open(one.code);
    expect(await outcomeOf(guest.list(two.id))).toBe('LINK_NOT_OPEN');
    expect(await mayStream(guest, other)).toBe('VIDEO_NOT_FOUND');
    await guest.open(two.code);
    expect([await mayStream(guest, song), await mayStream(guest, other)]).toEqual(['ok', 'ok']);
    expect([await outcomeOf(guest.list(one.id)), await outcomeOf(guest.list(two.id))]).toEqual(['ok', 'ok']);
    expect(guest.cookiesOf('/api/videos')).toBe('');
  });

  it('counts as a viewer, for songs of the link only', async () => {
    const [song, other] = [await addSong(service), await addSong(service)];
    const listId = await makeList(teacher, { videoIds: [song] });
    const { code, id: linkId } = await makeLink(teacher, listId);
    const guest = createGuest(service.url);
    await guest.open(code);
    const view = (videoId: string) =>
      guest.call(catalog.recordGuestView, { params: { linkId, videoId }, body: { watchedDuration: 0 } });
    expect((await view(song)).data.viewCount).toBe(1);
    expect((await view(song)).data.viewCount).toBe(1);
    expect(await outcomeOf(view(other))).toBe('VIDEO_NOT_FOUND');
    expect(await service.db.selectFrom('watched_videos').selectAll().execute()).toEqual([]);
  });

  it('with an account copies the songs that the account may watch', async () => {
    const ids = await addEverySong(service, { by: teacher, other: olive });
    const listId = await makeList(teacher, { name: 'Morning', videoIds: Object.values(ids) });
    const { code, id: linkId } = await makeLink(teacher, listId, { showsOwn: true });
    const guest = createGuest(service.url, { headers: member.headers });
    expect(await outcomeOf(guest.call(catalog.copyGuestList, { params: { linkId } }))).toBe('LINK_NOT_OPEN');
    await guest.open(code);
    const { list } = (await guest.call(catalog.copyGuestList, { params: { linkId } })).data;
    expect(list).toMatchObject({ name: 'Morning', owner: 'viewer', songCount: 4 });
    expect(await mayStream(guest, ids['own private'] ?? '')).toBe('ok'); // by the link, as before
    const nobody = createGuest(service.url);
    await nobody.open(code);
    expect(await outcomeOf(nobody.call(catalog.copyGuestList, { params: { linkId } }))).toBe(
      'UNAUTHENTICATED',
    );
  });
});

describe('on a closed site', () => {
  it.each([
    ['nobody', []],
    ['superadmins', ['superadmin']],
    ['teachers', ['superadmin', 'teacher']],
    ['members', ['superadmin', 'teacher', 'member']],
  ] as const)('links of %s open, with their songs and nothing else', async (links, allowed) => {
    const [song, other] = [
      await addSong(service, { title: 'In it' }),
      await addSong(service, { title: 'Not in it' }),
    ];
    const makers = { superadmin: olive, teacher, member };
    await closeSite('nobody', links);
    for (const [standing, maker] of Object.entries(makers)) {
      const listId = await makeList(maker, { videoIds: [song] });
      const { code, state } = await makeLink(maker, listId);
      const isOpen = (allowed as readonly string[]).includes(standing);
      expect((await readLinks(maker, listId)).areAllowed).toBe(isOpen);
      expect(state).toBe(isOpen ? 'open' : 'closed');
      const guest = createGuest(service.url);
      expect(await outcomeOf(guest.open(code)), standing).toBe(isOpen ? 'ok' : 'LINK_NOT_OPEN');
      expect(await mayStream(guest, song)).toBe(isOpen ? 'ok' : 'VIDEO_NOT_FOUND');
      expect(await mayStream(guest, other)).toBe('VIDEO_NOT_FOUND');
      expect((await guest.call(catalog.listVideos, {})).data.videos).toEqual([]);
      expect((await guest.call(catalog.listSongLists, {})).data).toEqual({
        own: [],
        site: [],
        containing: [],
      });
    }
  });
});

describe('what guests will see', () => {
  it('is counted for the owner, with the reasons, and nothing about songs that the owner does not see', async () => {
    const ids = await addEverySong(service, { by: teacher, other: olive });
    const notMine = await addSong(service, { uploaderId: olive.id });
    const waiting = await addSong(service, { uploaderId: teacher.id, isWaiting: true });
    const listId = await makeList(teacher, { videoIds: [...Object.values(ids), notMine, waiting] });
    await sql`update videos set visibility = 'private', private_user_id = ${olive.id} where id = ${notMine}`.execute(
      service.db,
    );
    const preview = async (query: { showsOwn?: boolean; link?: string }) => {
      const { data } = await teacher.call(catalog.previewForGuests, { params: { id: listId }, query });
      return [
        data.videoIds.length,
        Object.fromEntries(data.hidden.map(({ reason, count }) => [reason, count])),
      ];
    };
    const without = [2, { registered: 2, private: 2, not_ready: 1, hidden: 1 }];
    const withTick = [4, { registered: 1, private: 1, not_ready: 1, hidden: 1 }];
    expect(await preview({})).toEqual(without);
    expect(await preview({ showsOwn: true })).toEqual(withTick);
    expect(await preview({ link: (await makeLink(teacher, listId)).id })).toEqual(without);
    expect(
      await preview({ link: (await makeLink(teacher, listId, { showsOwn: true })).id, showsOwn: false }),
    ).toEqual(withTick);
    expect(await outcomeOf(olive.call(catalog.previewForGuests, { params: { id: listId } }))).toBe(
      'LIST_NOT_FOUND',
    );
  });
});
