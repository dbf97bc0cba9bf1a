import { auth, catalog, type Data } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { collectNests } from './own-nests.ts';

const PAGE_SIZE = 100;

/** All personal lists have one type. */
type PersonalList = typeof catalog.listLikedVideos;

/** Returns everything that the site shows about the signed-in user, to be read by people and programs. */
export async function collectOwnData() {
  const { user } = (await call(auth.getProfile, {})).data;
  const { sessions } = (await call(auth.listSessions, {})).data;
  const liked = await listAll(catalog.listLikedVideos);
  const watched = await listAll(catalog.listWatchedVideos);
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
    comments: await listOwnComments(),
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

async function listAll(endpoint: PersonalList): Promise<catalog.Video[]> {
  const videos: catalog.Video[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
    const page: Data<PersonalList> = (await call(endpoint, { query })).data;
    videos.push(...page.videos);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return videos;
}

async function listOwnComments(): Promise<catalog.OwnComment[]> {
  const comments: catalog.OwnComment[] = [];
  let cursor: string | null = null;
  do {
    const query = { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
    const page: Data<typeof catalog.listOwnComments> = (await call(catalog.listOwnComments, { query })).data;
    comments.push(...page.comments);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return comments;
}
