import { ApiError, catalog } from '@larksong/contracts';

import { forgetEarly, type EarlyFile } from '../../api/early-files.ts';
import { requestEarly } from '../../api/early-requests.ts';
import { queryFor } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { readMedia } from '../player/stream/playlists.ts';
import { chooseRenditions, MASTER, toUrl } from '../player/stream/renditions.ts';

/** `unknown` without a connection, or if the site does not answer. */
export type SongState = 'there' | 'gone' | 'unknown';

/** How much of a song is loaded in advance: enough to start at once and to load the rest meanwhile. */
const BEGINNING_SECONDS = 6;

/**
 * Requests the data of a song and the files with which its stream begins, which the player then takes. Returns false if
 * the song cannot be played: it was deleted, is not for this viewer any more, or is not ready. A lost connection says
 * nothing about it.
 */
export async function prepareSong(
  id: string,
  find: (id: string) => Promise<SongState> = findSong,
): Promise<boolean> {
  if ((await find(id)) === 'gone') return false;
  if ('MediaSource' in window || 'ManagedMediaSource' in window) await requestBeginning(id);
  return true;
}

/** Forgets the files of a song that does not follow after all. */
export function forgetPrepared(id: string): void {
  forgetEarly(toMaster(id));
}

/** Asks whether a song can be played; the response renews the right to its stream. */
export async function findSong(id: string): Promise<SongState> {
  try {
    const query = queryFor(catalog.getVideo, { params: { id } }, { staleTime: 0, retry: false });
    const { video } = await queryClient.query(query);
    return video.playable ? 'there' : 'gone';
  } catch (error) {
    return isRefusal(error) ? 'gone' : 'unknown';
  }
}

/** Returns whether an error says that there is no such song for this viewer. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && [400, 401, 403, 404, 410].includes(error.status);
}

async function requestBeginning(id: string): Promise<void> {
  const master = toMaster(id);
  const text = toText(await requestEarly(master));
  const requests = chooseRenditions(text).map(async ({ uri }) => {
    const address = toUrl(uri, master);
    await Promise.all(
      listBeginning(toText(await requestEarly(address)), address).map((file) => requestEarly(file)),
    );
  });
  await Promise.all(requests);
}

function listBeginning(playlist: string, address: string): string[] {
  const segments = readMedia(playlist);
  const enough = segments.findIndex(({ endSeconds }) => endSeconds >= BEGINNING_SECONDS);
  const first = segments.slice(0, enough === -1 ? segments.length : enough + 1);
  const files = first.flatMap(({ initUri, uri }) => (initUri === undefined ? [uri] : [initUri, uri]));
  return [...new Set(files)].map((file) => toUrl(file, address));
}

const toMaster = (id: string) => `/hls/${encodeURIComponent(id)}/${MASTER}`;

/** Returns an empty text for a file that could not be loaded; the player requests it again, and handles the failure. */
function toText(file: EarlyFile | undefined): string {
  return file === undefined ? '' : new TextDecoder().decode(file.bytes);
}
