import { catalog } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { invalidate } from '../../api/invalidate.ts';

/** The list for which something is suggested: by its id, or by a link that was opened. */
export type Place = { listId: string } | { linkId: string };

/** What is suggested: a song, or a title. */
export type Suggested = { videoId: string } | { title: string };

/** Suggests something; returns false if the same waits already. */
export async function suggest(place: Place, body: Suggested): Promise<boolean> {
  const { data } =
    'listId' in place
      ? await call(catalog.suggestSong, { params: { id: place.listId }, body })
      : await call(catalog.suggestGuestSong, { params: place, body });
  return data.isNew;
}

/** Reads again what depends on suggestions. */
export function refreshSuggestions(): Promise<void> {
  return invalidate(
    catalog.listSuggestions,
    catalog.listGuestSuggestions,
    catalog.getSongList,
    catalog.listSongLists,
  );
}
