import { randomBytes } from 'node:crypto';

import { catalog } from '@larksong/contracts';

import type { Account } from './people.ts';
import { CALLERS, isOpen, type Caller, type VideoKind } from './permissions.ts';

/** Reads a path as one of the callers. */
interface Reader {
  get: (caller: Caller, path: string) => Promise<{ status: number; text: string }>;
}

type Owner = Exclude<Caller, 'visitor'>;
type KnownVideo = VideoKind & { id: string };

/** A list of the matrix with a secret name: one of the site, or that of a caller. */
export interface KnownList {
  id: string;
  name: string;
  owner: Owner | 'site';
  videos: KnownVideo[];
}

/**
 * Makes a list of the site with all videos, which superadmins may add in any state, and one of every caller with those
 * whose page is open to them.
 */
export async function createLists(
  accounts: Record<Owner, Account>,
  videos: KnownVideo[],
): Promise<KnownList[]> {
  const owners = CALLERS.filter((caller) => caller !== 'visitor');
  const own = await Promise.all(
    owners.map(async (owner) => {
      const open = videos.filter((video) => isOpen(owner, video, 'page'));
      return { owner, videos: open, ...(await createList(accounts[owner], open)) };
    }),
  );
  return [...own, await createSiteList(accounts.superadmin, videos)];
}

async function createList({ call }: Account, videos: KnownVideo[]): Promise<{ id: string; name: string }> {
  const name = `list ${randomBytes(8).toString('hex')}`;
  const body = { name, videoIds: videos.map(({ id }) => id) };
  return { id: (await call(catalog.createSongList, { body })).data.list.id, name };
}

async function createSiteList(superadmin: Account, videos: KnownVideo[]): Promise<KnownList> {
  const { call } = superadmin;
  const { id: ownId, name } = await createList(superadmin, videos);
  const { data } = await call(catalog.offerSongList, { params: { id: ownId } });
  const { id } = data.list;
  // The copy has only songs that can be played by now.
  await call(catalog.addSongs, { params: { id }, body: { videoIds: videos.map((video) => video.id) } });
  return { id, name, owner: 'site', videos };
}

/** Returns whether a video exists for lists, which know none that waits for its approval or was sent back. */
function isApproved({ approval }: VideoKind): boolean {
  return approval !== 'waiting' && approval !== 'sent_back';
}

function mayRead(caller: Caller, { owner }: KnownList, isClosed: boolean): boolean {
  if (owner === 'site') return caller !== 'visitor' || !isClosed;
  return caller === owner || caller === 'superadmin';
}

/**
 * Returns how the lists that a caller reads differ from those of the table: who reads one, and which songs, how many of
 * them, and which pictures it shows. `asSeen` maps a video to what it is on this site.
 */
export async function findWrongLists(
  probe: Reader,
  lists: KnownList[],
  {
    caller,
    isClosed,
    asSeen,
  }: { caller: Caller; isClosed: boolean; asSeen: (video: KnownVideo) => VideoKind },
): Promise<string[]> {
  const wrong: string[] = [];
  const overview = await probe.get(caller, '/api/lists');
  const { own, site } = (JSON.parse(overview.text) as { data: { own: Card[]; site: Card[] } }).data; // as in the contract
  for (const list of lists) {
    const cell = `${caller}, ${list.owner}`;
    const shown = list.videos
      .filter((video) => isApproved(video) && isOpen(caller, asSeen(video), 'list'))
      .map(({ id }) => id);
    const { status, text } = await probe.get(caller, `/api/lists/${list.id}`);
    const isRead = mayRead(caller, list, isClosed);
    if (status !== (isRead ? 200 : 404)) wrong.push(`${cell}: ${status}`);
    const isListed = list.owner === 'site' ? isRead : list.owner === caller;
    const card = [...own, ...site].find(({ id }) => id === list.id);
    if ((card !== undefined) !== isListed) wrong.push(`${cell}: ${card ? 'listed' : 'not listed'}`);
    if (status === 200) {
      const { data } = JSON.parse(text) as { data: { list: Card & { songs: { id: string }[] } } }; // as above
      const ids = data.list.songs.map(({ id }) => id);
      if (ids.toSorted().join() !== shown.toSorted().join()) wrong.push(`${cell}: songs ${ids.join()}`);
      wrong.push(
        ...findWrongCards([data.list, ...(card ? [card] : [])], shown).map((one) => `${cell}: ${one}`),
      );
    }
  }
  return wrong;
}

type Card = Pick<catalog.SongListCard, 'id' | 'songCount' | 'durationSeconds' | 'covers'>;

function findWrongCards(cards: Card[], shown: string[]): string[] {
  return cards.flatMap(({ songCount, covers, durationSeconds }) => [
    ...(songCount === shown.length ? [] : [`count ${songCount}`]),
    ...(covers.every((path) => shown.some((id) => path.includes(id))) ? [] : [`covers ${covers.join()}`]),
    ...(durationSeconds > 0 === shown.length > 0 ? [] : [`duration ${durationSeconds}`]),
  ]);
}
