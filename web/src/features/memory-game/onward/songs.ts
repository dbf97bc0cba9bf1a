import { catalog } from '@larksong/contracts';

import { call } from '../../../api/client.ts';
import type { Random } from '../rules/board.ts';

/** Enough to choose from. */
const LIMIT = 24;

/**
 * Finds a song that carries one of these letters and that the viewer may watch: of the first letter that has any, a
 * random one other than the song offered last, if there is another. Returns null if there is none.
 */
export async function findSong(
  letters: readonly string[],
  { last, random, signal }: { last: string | undefined; random: Random; signal: AbortSignal },
): Promise<catalog.Video | null> {
  for (const letter of letters) {
    const { data } = await call(catalog.listVideos, { query: { letter, limit: LIMIT } }, { signal });
    // Older versions of catalog ignore the letter.
    const songs = data.videos.filter((video) => video.playable && video.letters?.includes(letter));
    const others = songs.filter(({ id }) => id !== last);
    const from = others.length > 0 ? others : songs;
    const song = from[Math.floor(random() * from.length)];
    if (song) return song;
  }
  return null;
}
