import { catalog, type Data } from '@larksong/contracts';

import { call } from '../../api/client.ts';
import { queryKeyOf } from '../../api/queries.ts';
import { queryClient } from '../../api/query-client.ts';
import { findDeviceSong, keepDeviceSong } from '../../parts/list-playing.ts';
import { useSession } from '../auth/session.ts';

/** Returns a function that remembers the song of a list that is played: of visitors, on this device only. */
export function useKeepPosition(listId: string): (videoId: string) => void {
  const { status } = useSession();
  return (videoId) => {
    if (status === 'signed-out') return keepDeviceSong(listId, videoId);
    const key = queryKeyOf(catalog.getSongList, { params: { id: listId } });
    // The page of the list shows it without asking again. Its other data is as old as before.
    queryClient.setQueryData<Data<typeof catalog.getSongList>>(
      key,
      (before) => before && { list: { ...before.list, position: videoId } },
      { updatedAt: queryClient.getQueryState(key)?.dataUpdatedAt ?? 0 },
    );
    // The next song makes up for one that failed.
    call(catalog.recordListPosition, { params: { id: listId }, body: { videoId } }).catch(() => {});
  };
}

/** Returns the song of a list that the viewer played last, if it is still in it; otherwise null. */
export function useListPosition(list: catalog.SongList): string | null {
  const { status } = useSession();
  const id = status === 'signed-out' ? findDeviceSong(list.id) : list.position;
  return list.songs.some((song) => song.id === id) ? id : null;
}
