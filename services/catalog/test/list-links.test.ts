import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { catalog, type Data } from '@larksong/contracts';
import { sql } from 'kysely';
import type { Static } from 'typebox';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createGuest, outcomeOf, type Guest } from './guests.ts';
import { addSong } from './library.ts';
import { makeList, offerList } from './song-lists.ts';
import { startCatalog, type TestCatalog } from './support.ts';
import { signIn, type TestTeacher } from './teachers.ts';

/** A substitute for auth, which says what accounts are. */
let auth: Server;
const standings = new Map<string, { role: string; isTeacher: boolean }>();
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { ids } = (await json(request)) as { ids: string[] }; // catalog's own call
  const users = ids.flatMap((id) => (standings.has(id) ? [{ id, ...standings.get(id) }] : []));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ success: true, data: { users } }));
}

let service: TestCatalog;
let member: TestTeacher;
let teacher: TestTeacher;
let olive: TestTeacher;
beforeAll(async () => {
  auth = createServer((request, response) => void answer(request, response));
  auth.listen(0, '127.0.0.1');
  await once(auth, 'listening');
  const { port } = auth.address() as AddressInfo; // it listens on TCP
  service = await startCatalog({ authUrl: `http://127.0.0.1:${port}` });
});
afterAll(async () => {
  await service.stop();
  auth.close();
});

async function enter(role: 'user' | 'teacher' | 'superadmin', username: string): Promise<TestTeacher> {
  const account = await signIn(service, role, { username });
  standings.set(account.id, { role: role === 'superadmin' ? role : 'user', isTeacher: role === 'teacher' });
  return account;
}

beforeEach(async () => {
  await service.db.deleteFrom('song_lists').execute();
  await service.db.deleteFrom('videos').execute();
  [member, teacher, olive] = [
    await enter('user', 'mia'),
    await enter('teacher', 'tom'),
    await enter('superadmin', 'olive'),
  ];
  await closeSite('everybody', 'nobody');
});

const closeSite = (visitors: catalog.Visitors, links: catalog.ClosedLinks) =>
  olive.call(catalog.putSiteAccess, { body: { visitors, links } });

type NewLink = Partial<Static<typeof catalog.createLink.body>>;
async function makeLink(
  by: TestTeacher,
  listId: string,
  link: NewLink = {},
): Promise<catalog.ListLink & { code: string }> {
  const body = { name: 'Parents', ...link };
  const made = (await by.call(catalog.createLink, { params: { id: listId }, body })).data.link;
  if (made.code === null) throw new Error('a link has no code');
  return { ...made, code: made.code };
}
const readLinks = async (by: TestTeacher, id: string): Promise<Data<typeof catalog.listLinks>> =>
  (await by.call(catalog.listLinks, { params: { id } })).data;
const of = (listId: string, { id }: { id: string }) => ({ params: { id: listId, linkId: id } });
const mayStream = (guest: Guest, id: string) =>
  outcomeOf(guest.call(catalog.getStreamRights, { params: { id } }));
const titlesOf = async (guest: Guest, linkId: string) =>
  (await guest.list(linkId)).songs.map(({ title }) => title);

async function addEverySong(by: TestTeacher): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const visibility of ['public', 'registered', 'private'] as const)
    for (const [whose, uploaderId] of [
      ['own', by.id],
      ['other', olive.id === by.id ? teacher.id : olive.id],
    ] as const)
      ids[`${whose} ${visibility}`] = await addSong(service, {
        title: `${whose} ${visibility}`,
        visibility,
        uploaderId,
        privateUserId: by.id,
      });
  ids['own failed'] = await addSong(service, { title: 'own failed', uploaderId: by.id, state: 'failed' });
  return ids;
}

describe('a guest', () => {
  it('sees the list of a link as visitors see songs, and nothing about its owner', async () => {
    const ids = await addEverySong(teacher);
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
      const ids = await addEverySong(maker);
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
    const ids = await addEverySong(teacher);
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
    const ruth = await enter('superadmin', 'ruth');
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

  it('is previewed by its title for the gateway alone, unless its maker switched that off', async () => {
    const listId = await makeList(teacher, { name: 'Morning' });
    const link = await makeLink(teacher, listId);
    const { spoken } = (
      await teacher.call(catalog.createSpokenCode, { ...of(listId, link), body: { hours: 1 } })
    ).data;
    const preview = (code: string) => service.internal(catalog.previewLink, { body: { code } });
    expect((await preview(link.code)).data).toEqual({ name: 'Morning' });
    expect(await outcomeOf(preview(spoken.code))).toBe('LINK_NOT_OPEN');
    expect(
      await outcomeOf(createGuest(service.url).call(catalog.previewLink, { body: { code: link.code } })),
    ).toBe('NOT_FOUND');
    await teacher.call(catalog.updateLink, { ...of(listId, link), body: { hasPreview: false } });
    expect(await outcomeOf(preview(link.code))).toBe('LINK_NOT_OPEN');
    expect((await readLinks(teacher, listId)).links).toMatchObject([{ openingCount: 0 }]);
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
    standings.set(olive.id, { role: 'user', isTeacher: false });
    await expect.poll(seen, { timeout: 5000 }).toEqual(['VIDEO_NOT_FOUND', 'ok', 'ok', 'LINK_NOT_OPEN']);
    standings.delete(olive.id);
    const ended = ['VIDEO_NOT_FOUND', 'VIDEO_NOT_FOUND', 'LINK_NOT_OPEN', 'LINK_NOT_OPEN'];
    await expect.poll(seen, { timeout: 5000 }).toEqual(ended);
    expect(await outcomeOf(createGuest(service.url).open(mine.code))).toBe('LINK_NOT_OPEN');
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
    const ids = await addEverySong(teacher);
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
