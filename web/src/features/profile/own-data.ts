import { auth, catalog, type Data } from '@larksong/contracts';

import { call } from '../../api/client.ts';

const PAGE_SIZE = 100;

/** All personal lists have one type. */
type PersonalList = typeof catalog.listLikedVideos;

/** Returns everything that the site shows about the signed-in user, to be read by people and programs. */
export async function collectOwnData() {
  const { user } = (await call(auth.getProfile, {})).data;
  const { sessions } = (await call(auth.listSessions, {})).data;
  const liked = await listAll(catalog.listLikedVideos);
  const watched = await listAll(catalog.listWatchedVideos);
  return {
    account: user,
    signedInOn: sessions.map(({ createdAt, lastUsedAt, userAgent }) => ({
      createdAt,
      lastUsedAt,
      userAgent,
    })),
    likedVideos: liked.map(({ id, title, likedAt }) => ({ id, title, likedAt })),
    watchedVideos: watched.map(({ id, title, resumeSeconds }) => ({ id, title, resumeSeconds })),
  };
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
