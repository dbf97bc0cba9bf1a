import { openAsBlob } from 'node:fs';

import { isSongName, type SongTags } from '@larksong/import';
import { readSongTags } from '@larksong/import/song-tags';
import pMap from 'p-map';

import type { LocalFile } from './list-folder.ts';

const CONCURRENCY = 8;

/** Returns the tags of the songs among files, by the path of the file. */
export async function readTagsOf(files: readonly LocalFile[]): Promise<Map<string, SongTags>> {
  const songs = files.filter(({ path }) => isSongName(path));
  const read = async ({ path, place }: LocalFile): Promise<[string, SongTags]> => {
    const blob = await openAsBlob(place).catch(() => undefined); // sending it reports the reason
    return [path, blob ? await readSongTags(blob) : {}];
  };
  return new Map(await pMap(songs, read, { concurrency: CONCURRENCY }));
}
