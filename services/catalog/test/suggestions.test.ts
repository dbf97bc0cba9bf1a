import { randomUUID } from 'node:crypto';

import { catalog, createClient, type Call } from '@larksong/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { listUntoldLists } from '../src/participation/suggestions/notice-store.ts';
import { countAllWaiting, forgetSuggestions } from '../src/participation/suggestions/store.ts';
import { tellSuggestions } from '../src/participation/suggestions/tell-suggestions.ts';
import { createGuest, outcomeOf } from './guests.ts';
import { addSong } from './library.ts';
import { makeLink, startLinkSite, type LinkSite } from './link-site.ts';
import { addManySongs, makeList, offerList, readOverview, songsOf } from './song-lists.ts';
import type { TestTeacher } from './teachers.ts';

let site: LinkSite;
let mia: TestTeacher;
let ruth: TestTeacher;
let olive: TestTeacher;
beforeAll(async () => {
  site = await startLinkSite();
});
afterAll(() => site.stop());
beforeEach(async () => {
  for (const table of ['song_lists', 'videos'] as const) await site.service.db.deleteFrom(table).execute();
  [mia, ruth, olive] = [
    await site.enter('user', 'mia'),
    await site.enter('user', 'ruth'),
    await site.enter('superadmin', 'olive'),
  ];
});

type Song = { videoId: string } | { title: string };
const suggest = async (by: Pick<TestTeacher, 'call'>, id: string, body: Song) =>
  (await by.call(catalog.suggestSong, { params: { id }, body })).data.isNew;
const list = async (by: Pick<TestTeacher, 'call'>, id: string) =>
  (await by.call(catalog.listSuggestions, { params: { id } })).data;
const open = (by: TestTeacher, id: string, isOpen = true) =>
  by.call(catalog.openSuggestions, { params: { id }, body: { isOpen } });
const decide = (by: TestTeacher, id: string, suggestionId: string, decision: 'take' | 'decline') =>
  by.call(catalog.decideSuggestion, { params: { id, suggestionId }, body: { decision } });

/** Makes a list of the site that is open for suggestions. */
async function openSiteList(): Promise<string> {
  const id = await offerList(olive, { name: 'Morning', videoIds: [await addSong(site.service)] });
  await open(olive, id);
  return id;
}

describe('a suggestion for a list', () => {
  it('is one of a song or a title, by somebody who may see the list, once its owner has opened it', async () => {
    const id = await offerList(olive, { name: 'Morning', videoIds: [await addSong(site.service)] });
    const videoId = await addSong(site.service, { title: 'Ducks' });
    await expect(suggest(mia, id, { videoId })).rejects.toMatchObject({ reason: 'suggestion.closed' });
    expect(await outcomeOf(open(mia, id))).toBe('LIST_NOT_FOUND');
    await open(olive, id);
    expect(await suggest(mia, id, { videoId })).toBe(true);
    expect(await suggest(ruth, id, { videoId })).toBe(false);
    expect(await suggest(ruth, id, { title: '  The   wheels\non the bus ' })).toBe(true);
    expect(await suggest(mia, id, { title: 'the WHEELS on the bus' })).toBe(false);
    const all = await list(olive, id);
    expect(all).toMatchObject({ isOpen: true, mayDecide: true });
    expect(all.suggestions).toMatchObject([
      { video: { id: videoId, title: 'Ducks' }, title: '', by: 'mia', isOwn: false },
      { video: null, title: 'The wheels on the bus', by: 'ruth', isOwn: false },
    ]);
    const own = await list(mia, id);
    expect(own).toMatchObject({ isOpen: true, mayDecide: false });
    expect(own.suggestions).toMatchObject([
      { video: { title: 'Ducks' }, by: '', isOwn: true, state: 'waiting' },
    ]);
    expect((await readOverview(olive)).site).toMatchObject([{ id, suggestionCount: 2 }]);
    expect((await readOverview(mia)).site[0]?.suggestionCount).toBeUndefined();
  });

  it('is taken with one call, which adds the song, or declined, and decided once', async () => {
    const id = await openSiteList();
    const [first] = await songsOf(olive, id);
    const videoId = await addSong(site.service, { title: 'Ducks' });
    await suggest(mia, id, { videoId });
    await suggest(mia, id, { title: 'Wheels' });
    const [ducks, wheels] = (await list(olive, id)).suggestions;
    expect(await outcomeOf(decide(mia, id, ducks?.id ?? '', 'take'))).toBe('LIST_NOT_FOUND');
    const both = await Promise.all(
      (['take', 'take', 'decline'] as const).map((decision) =>
        outcomeOf(decide(olive, id, ducks?.id ?? '', decision)),
      ),
    );
    expect(both.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'ok']);
    await decide(olive, id, wheels?.id ?? '', 'decline');
    const isTaken = both[2] !== 'ok';
    expect(await songsOf(olive, id)).toEqual(isTaken ? [first, videoId] : [first]);
    expect((await list(olive, id)).suggestions).toEqual([]);
    expect((await list(mia, id)).suggestions.map(({ state }) => state)).toEqual([
      'declined',
      isTaken ? 'taken' : 'declined',
    ]);
    const { data } = await olive.call(catalog.listVideoChanges, { query: { action: 'list.suggestion' } });
    expect(data.entries[0]).toMatchObject({
      subject: { id },
      before: { suggestionId: wheels?.id, memberId: mia.id, videoId: null },
      after: { decision: 'declined' },
    });
    expect(JSON.stringify(data.entries.slice(0, 2))).not.toMatch(/Wheels|mia"/);
  });

  it('of a song that has been added meanwhile is taken without adding it again', async () => {
    const id = await openSiteList();
    const [first = ''] = await songsOf(olive, id);
    const videoId = await addSong(site.service, { title: 'Ducks' });
    await suggest(mia, id, { videoId });
    await olive.call(catalog.addSongs, { params: { id }, body: { videoIds: [videoId] } });
    const [one] = (await list(olive, id)).suggestions;
    await decide(olive, id, one?.id ?? '', 'take');
    expect(await songsOf(olive, id)).toEqual([first, videoId]);
  });

  it('is refused for a song that the list has, also by its title as far as that is shown', async () => {
    const shown = await addSong(site.service, { title: 'The Ducks' });
    const hidden = await addSong(site.service, { title: 'Secret', visibility: 'private' });
    const id = await offerList(olive, { name: 'Morning', videoIds: [shown, hidden] });
    await open(olive, id);
    const inList = { code: 'CONFLICT', reason: 'suggestion.in-list' };
    await expect(suggest(mia, id, { videoId: shown })).rejects.toMatchObject(inList);
    await expect(suggest(mia, id, { title: ' the  DUCKS' })).rejects.toMatchObject(inList);
    expect(await suggest(mia, id, { title: 'Secret' })).toBe(true);
  });

  it('is refused for a list that the caller can change', async () => {
    const own = await makeList(mia, { name: 'Mine' });
    await open(mia, own);
    const id = await openSiteList();
    for (const [by, listId] of [
      [mia, own],
      [olive, id],
    ] as const)
      await expect(suggest(by, listId, { title: 'Wheels' })).rejects.toMatchObject({
        code: 'CONFLICT',
        reason: 'suggestion.own-list',
      });
  });

  it('can neither reveal nor be about a song that somebody may not open', async () => {
    const listId = await makeList(mia, { name: 'Mine' });
    await open(mia, listId);
    const hidden = await addSong(site.service, { visibility: 'private', uploaderId: ruth.id });
    const { code } = await makeLink(mia, listId);
    const guest = createGuest(site.service.url, { headers: ruth.headers });
    const linkId = await guest.open(code);
    const send = (body: Song) =>
      outcomeOf(guest.call(catalog.suggestGuestSong, { params: { linkId }, body }));
    expect(await send({ videoId: randomUUID() })).toBe('VIDEO_NOT_FOUND');
    expect(await send({ videoId: hidden })).toBe('CONFLICT'); // her own, which mia does not see
    expect((await list(mia, listId)).suggestions).toEqual([]);
    expect(await send({ title: 'Wheels' })).toBe('ok');
    expect((await list(mia, listId)).suggestions).toMatchObject([{ title: 'Wheels', by: 'ruth' }]);
    const own = (await guest.call(catalog.listGuestSuggestions, { params: { linkId } })).data;
    expect(own).toMatchObject({ isOpen: true, mayDecide: false });
    expect(own.suggestions.map(({ title, isOwn }) => [title, isOwn])).toContainEqual(['Wheels', true]);
    // Without the link, and without an account.
    expect(await outcomeOf(suggest(ruth, listId, { title: 'Bus' }))).toBe('LIST_NOT_FOUND');
    const stranger = createClient({ baseUrl: site.service.url, headers: () => ruth.headers });
    expect(
      await outcomeOf(stranger(catalog.suggestGuestSong, { params: { linkId }, body: { title: 'Bus' } })),
    ).toBe('LINK_NOT_OPEN');
    const visitor = createGuest(site.service.url);
    await visitor.open(code);
    expect(
      await outcomeOf(visitor.call(catalog.suggestGuestSong, { params: { linkId }, body: { title: 'Bus' } })),
    ).toBe('UNAUTHENTICATED');
  });

  it.each([
    [{}, 'suggestion.either'],
    [{ title: 'Bus', videoId: randomUUID() }, 'suggestion.either'],
    [{ title: ' \u200B\u2060' }, 'suggestion.title'],
    [{ title: '👩‍👩‍👧'.repeat(201) }, 'suggestion.title'],
  ])('is refused with a reason: %j', async (body, reason) => {
    const id = await openSiteList();
    await expect(mia.call(catalog.suggestSong, { params: { id }, body })).rejects.toMatchObject({ reason });
  });
});

describe('limits of suggestions', () => {
  it('hold for a member and a list, also when all come at once', async () => {
    const id = await openSiteList();
    const outcomes = await Promise.all(
      Array.from({ length: 15 }, (_, n) => outcomeOf(suggest(mia, id, { title: `Song ${n}` }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(catalog.MAX_OWN_SUGGESTIONS);
    await expect(suggest(mia, id, { title: 'More' })).rejects.toMatchObject({
      reason: 'suggestion.many-own',
    });
    expect(await suggest(ruth, id, { title: 'More' })).toBe(true);
  });

  it('leave out songs that the owner of the list no longer sees, as metrics and mails do', async () => {
    const listId = await makeList(mia, { name: 'Mine' });
    await open(mia, listId);
    const guest = createGuest(site.service.url, { headers: ruth.headers });
    const linkId = await guest.open((await makeLink(mia, listId)).code);
    const send = (body: Song) =>
      outcomeOf(guest.call(catalog.suggestGuestSong, { params: { linkId }, body }));
    const videoIds = await addManySongs(site.service, catalog.MAX_OWN_SUGGESTIONS);
    for (const videoId of videoIds) expect(await send({ videoId })).toBe('ok');
    expect(await send({ title: 'More' })).toBe('CONFLICT');
    for (const id of videoIds)
      await olive.call(catalog.updateVideo, {
        params: { id },
        body: { visibility: 'private', privateUserId: ruth.id },
      });
    const { db } = site.service;
    expect(await countAllWaiting(db)).toBe(0);
    expect(await listUntoldLists(db)).toEqual([]);
    expect(await send({ title: 'More' })).toBe('ok');
    expect(await countAllWaiting(db)).toBe(1);
    expect(await listUntoldLists(db)).toMatchObject([{ id: listId, told: [{}] }]);
  });

  it('hold for a day', async () => {
    const videoIds = await addManySongs(site.service, 31);
    const [a, b, c, d] = await Promise.all([openSiteList(), openSiteList(), openSiteList(), openSiteList()]);
    const lists = [a, b, c, d];
    for (let n = 0; n < 30; n += 1) await suggest(mia, lists[n % 4] ?? a, { videoId: videoIds[n] ?? '' });
    await expect(suggest(mia, a, { videoId: videoIds[30] ?? '' })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      reason: 'suggestion.many-today',
    });
  });
});

describe('mails about suggestions', () => {
  it('are requested once for the owner of a list, and for all superadmins for one of the site', async () => {
    const listId = await openSiteList();
    await suggest(mia, listId, { title: 'Wheels' });
    await suggest(ruth, listId, { title: 'Bus' });
    const sent: Record<string, unknown>[] = [];
    const other = randomUUID();
    const auth = (async (
      { operationId }: { operationId: string },
      input: { body: Record<string, unknown> },
    ) => {
      if (operationId === 'listSuperadmins') return { data: { ids: [olive.id, other] } };
      sent.push(input.body);
      return { data: {} };
    }) as unknown as Call;
    const tell = () => tellSuggestions({ db: site.service.db, auth });
    await tell();
    await tell();
    expect(sent).toMatchObject([
      { kind: 'suggested', title: 'Morning', videoId: listId, userId: olive.id },
      { kind: 'suggested', userId: other },
    ]);
    expect(sent[0]?.['id']).not.toBe(sent[1]?.['id']);
    await suggest(ruth, listId, { title: 'Third' });
    await tell();
    expect(sent).toHaveLength(4);
  });
});

it('a member downloads what they suggested, without the names of lists of others', async () => {
  const id = await openSiteList();
  const videoId = await addSong(site.service, { title: 'Ducks' });
  await suggest(mia, id, { videoId });
  await suggest(ruth, id, { title: 'Bus' });
  const theirs = await makeList(ruth, { name: 'For Ida' });
  await open(ruth, theirs);
  const guest = createGuest(site.service.url, { headers: mia.headers });
  const linkId = await guest.open((await makeLink(ruth, theirs)).code);
  await guest.call(catalog.suggestGuestSong, { params: { linkId }, body: { title: 'Wheels' } });
  const { data } = await mia.call(catalog.listOwnSuggestions, { query: {} });
  expect(data).toMatchObject({
    suggestions: [
      { title: 'Wheels', video: null, list: { id: theirs, name: null }, state: 'waiting' },
      { title: '', video: { id: videoId, title: 'Ducks' }, list: { id, name: 'Morning' } },
    ],
    nextCursor: null,
  });
  await olive.call(catalog.updateVideo, {
    params: { id: videoId },
    body: { visibility: 'private', privateUserId: ruth.id },
  });
  const { suggestions } = (await mia.call(catalog.listOwnSuggestions, { query: {} })).data;
  expect(suggestions[1]?.video).toEqual({ id: videoId, title: null });
});

it('the suggestions of a deleted account are deleted', async () => {
  const id = await openSiteList();
  await suggest(mia, id, { title: 'Wheels' });
  await forgetSuggestions(site.service.db, mia.id);
  expect((await list(olive, id)).suggestions).toEqual([]);
});
