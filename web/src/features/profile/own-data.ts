import { auth, catalog, type Data, type Endpoint, type Input } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { collectNests } from './own-nests.ts';

const PAGE_SIZE = 100;

/** Returns everything that the site shows about the signed-in user, to be read by people and programs. */
export async function collectOwnData() {
  const { user } = (await call(auth.getProfile, {})).data;
  const { sessions } = (await call(auth.listSessions, {})).data;
  const liked = await listPages(catalog.listLikedVideos, ({ videos }) => videos);
  const watched = await listPages(catalog.listWatchedVideos, ({ videos }) => videos);
  const { own, site } = (await call(catalog.listSongLists, {})).data;
  return {
    account: user,
    signedInOn: sessions.map(({ createdAt, lastUsedAt, userAgent }) => ({
      createdAt,
      lastUsedAt,
      userAgent,
    })),
    likedVideos: liked.map(({ id, title, likedAt }) => ({ id, title, likedAt })),
    watchedVideos: watched.map(({ id, title, resumeSeconds }) => ({ id, title, resumeSeconds })),
    lists: await collectOwnLists(own),
    positionsInOtherLists: (await collectLists(site))
      .filter(({ position }) => position !== null)
      .map(({ id, name, position }) => ({ id, name, position })),
    comments: await listPages(catalog.listOwnComments, ({ comments }) => comments),
    reports: await listPages(catalog.listOwnFlags, ({ flags }) => flags),
    suggestions: await listPages(catalog.listOwnSuggestions, ({ suggestions }) => suggestions),
    children: await collectNests(),
  };
}

/** Returns lists with their songs and their links. The codes are left out, since whoever has one has the list. */
async function collectOwnLists(cards: readonly catalog.SongListCard[]) {
  const lists = [];
  for (const list of await collectLists(cards)) {
    const { links } = (await call(catalog.listLinks, { params: { id: list.id } })).data;
    lists.push({
      ...list,
      links: links.map(({ name, madeAt, endsAt, showsOwn, hasPreview, openingCount, openings }) => ({
        ...{ name, madeAt, endsAt, showsOwn, hasPreview, openingCount, openings },
      })),
    });
  }
  return lists;
}

/** Returns lists with their songs, and the song that the user last played in each. */
async function collectLists(cards: readonly catalog.SongListCard[]) {
  const lists = [];
  for (const { id } of cards) {
    const { list } = (await call(catalog.getSongList, { params: { id } })).data;
    const { name, description, letters, songs, position } = list;
    lists.push({
      id,
      name,
      description,
      letters,
      songs: songs.map((song) => ({ id: song.id, title: song.title })),
      position,
    });
  }
  return lists;
}

/** Returns what all pages of a list have. The call takes and returns cursors. */
async function listPages<E extends Endpoint, Item>(
  endpoint: E,
  toItems: (page: Data<E>) => readonly Item[],
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
    const page: Data<E> = (await call(endpoint, { query } as unknown as Input<E>)).data; // it takes nothing else
    items.push(...toItems(page));
    cursor = (page as { nextCursor: string | null }).nextCursor; // as all of them return
  } while (cursor !== null);
  return items;
}
