import { catalog } from '@larksong/contracts';

import { queryKeyOf } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { text } from '../../lib/texts.ts';
import { sayDone } from './change-lists.ts';
import { changeSongs, workOn } from './song-changes.ts';
import { applyStep, songBefore } from './song-steps.ts';

/** Returns the songs of a list as the page shows them. */
export function readSongs(listId: string): readonly catalog.Video[] {
  const key = queryKeyOf(catalog.getSongList, { params: { id: listId } });
  const songs = queryClient.getQueryData<{ list: catalog.SongList }>(key)?.list.songs ?? [];
  return workOn(listId).get().steps.reduce(applyStep, songs);
}

/** Moves a song to a place, counted from 0; the page says if that fails. */
export function moveSongTo(listId: string, videoId: string, to: number): void {
  const songs = readSongs(listId);
  const ids = songs.map(({ id }) => id);
  const from = ids.indexOf(videoId);
  const video = songs[from];
  if (!video || to < 0 || to >= songs.length || to === from) return;
  changeSongs(listId, { kind: 'move', video, after: songBefore(ids, from, to) }).catch(() => {}); // the page says it
}

/** Moves a song up or down by some places. */
export function moveSongBy(listId: string, videoId: string, places: number): void {
  const at = readSongs(listId).findIndex(({ id }) => id === videoId);
  moveSongTo(listId, videoId, at + places);
}

/** Takes a song off a list, and offers to put it back in its place. */
export function takeOff(listId: string, videoId: string): void {
  const songs = readSongs(listId);
  const at = songs.findIndex(({ id }) => id === videoId);
  const video = songs[at];
  if (!video) return;
  const after = songs[at - 1]?.id ?? null;
  changeSongs(listId, { kind: 'remove', video }).then(
    () =>
      sayDone(text('list.taken-off', { title: video.title }), () =>
        changeSongs(listId, { kind: 'add', video, after }),
      ),
    () => {}, // the page says it
  );
}
