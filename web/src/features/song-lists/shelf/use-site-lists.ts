import { catalog } from '@larksong/contracts';
import { useEffect, useState } from 'react';

import { useCall } from '../../../api/queries.ts';
import { UNAWAITED } from '../../../api/slow-reads.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';

/** How many lists the shelf had last time, on this device. */
const KEY = 'songs.shelf';
/** Without an answer by then, a first visit goes without the shelf: the pictures are worth more. */
const PATIENCE_MS = 400;

export interface SiteLists {
  /** The number of lists for which there is room on the page; null while that is not known. */
  room: number | null;
  lists: readonly catalog.SongListCard[] | undefined;
}

/**
 * Reads the lists of the site for the shelf above the songs, which must not move when the answer arrives: the shelf has
 * the room of the last visit, and on a first visit (`room` is null) the songs are shown together with it. Makes no call
 * unless `isShown`.
 */
export function useSiteLists(isShown: boolean): SiteLists {
  const query = useCall(catalog.listSongLists, {}, { enabled: isShown, meta: UNAWAITED });
  const lists = query.data?.site;
  const [room, setRoom] = useState(() => lists?.length ?? readRoom());
  const isGivenUp = query.isError && room === null;
  if (isShown && room === null && (lists || isGivenUp)) setRoom(lists?.length ?? 0);
  const isWaiting = isShown && room === null;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setRoom(0), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  const count = lists?.length;
  useEffect(() => {
    if (count !== undefined) writeStored(KEY, String(count));
  }, [count]);
  return isShown ? { room, lists } : { room: 0, lists: undefined };
}

function readRoom(): number | null {
  const stored = Number.parseInt(readStored(KEY) ?? '', 10);
  return Number.isNaN(stored) ? null : Math.max(0, Math.min(catalog.MAX_SITE_LISTS, stored));
}
