import { catalog } from '@larksong/contracts';
import { useEffect } from 'react';

import { useCall } from '../../api/queries.ts';
import { useStore } from '../../lib/store.ts';
import { noticeVersion, startWork, workOn } from './song-changes.ts';
import { applyStep } from './song-steps.ts';

/** How often the page asks whether somebody else has changed the list. */
const POLL_MS = 15_000;

/** Reads a list with its songs as the user's own steps have left them, also those that the server has not confirmed. */
export function useSongList(id: string) {
  const query = useCall(catalog.getSongList, { params: { id } }, { staleTime: 0, refetchInterval: POLL_MS });
  const work = useStore(workOn(id));
  useEffect(() => startWork(id), [id]);
  const version = query.isFetchedAfterMount ? query.data?.list.version : undefined;
  const { steps } = work;
  const isSettled = steps.length === 0;
  useEffect(() => {
    if (isSettled && version !== undefined) noticeVersion(id, version);
  }, [id, version, isSettled]);
  const list = query.data?.list;
  return { query, work, list: list && { ...list, songs: steps.reduce(applyStep, list.songs) } };
}
