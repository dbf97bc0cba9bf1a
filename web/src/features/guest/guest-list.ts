import { ApiError, catalog } from '@larksong/contracts';
import { useQuery } from '@tanstack/react-query';

import { call } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { toCode } from './code.ts';

/**
 * How often the list is read again, also behind another tab, where songs play on: it renews the guest's cookie, which is
 * good for ten minutes, and notices when the link is taken back.
 */
const REFRESH_MS = 60_000;

/** The state of a history entry of a guest's page. */
interface EntryState {
  linkId?: unknown;
}

/**
 * Reads the list of a link. The link is opened once a visit: a page that was loaded again finds it by its id, which opens
 * nothing without the guest's cookie. Then a code for the board that has ended since keeps nobody out.
 */
export function useGuestList(code: string) {
  return useQuery({
    queryKey: ['guest-list', code],
    queryFn: ({ signal }) => readList(code, signal),
    refetchInterval: ({ state }) => (isClosed(state.error) ? false : REFRESH_MS),
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
    staleTime: 10_000,
  });
}

/** Reads the list at once, as after its songs stopped playing. */
export async function refreshGuestList(code: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['guest-list', code] });
}

/** Opens a link by what was typed, so that its page shows it at once. */
export async function openByCode(code: string): Promise<void> {
  queryClient.removeQueries({ queryKey: ['guest-list', code] });
  await fetchList(code);
}

/** Asks whether a song is in the list; the response renews the right to its stream. */
export async function findGuestSong(code: string, id: string): Promise<'there' | 'gone' | 'unknown'> {
  try {
    const { songs } = await fetchList(code);
    return songs.some((song) => song.id === id) ? 'there' : 'gone';
  } catch {
    return 'unknown'; // the page says so if the link was taken back
  }
}

function fetchList(code: string): Promise<catalog.GuestList> {
  return queryClient.query({
    queryKey: ['guest-list', code],
    queryFn: ({ signal }) => readList(code, signal),
    retry: false,
    staleTime: 0,
  });
}

/** Returns whether a link opens nothing, for whatever reason. */
export function isClosed(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'LINK_NOT_OPEN';
}

async function readList(code: string, signal: AbortSignal): Promise<catalog.GuestList> {
  const shown = queryClient.getQueryData<catalog.GuestList>(['guest-list', code]);
  const known = shown?.linkId ?? readEntry(code);
  if (known !== undefined) {
    try {
      return await getList(known, signal);
    } catch (error) {
      // Perhaps only its cookie has ended, as after a night.
      if (!isClosed(error)) throw error;
    }
  }
  const { data } = await call(catalog.openLink, { body: { code } }, { signal });
  return await getList(data.linkId, signal);
}

async function getList(linkId: string, signal: AbortSignal): Promise<catalog.GuestList> {
  const { data } = await call(catalog.getGuestList, { params: { linkId } }, { signal });
  return data.list;
}

/** Writes the link into the history entry of its page, for when that is loaded again. */
export function keepInEntry(linkId: string): void {
  const state: unknown = window.history.state;
  const known = typeof state === 'object' && state !== null ? state : {};
  window.history.replaceState({ ...known, linkId }, '');
}

function readEntry(code: string): string | undefined {
  if (toCode(window.location.pathname) !== code) return undefined;
  const { linkId } = (window.history.state ?? {}) as EntryState; // written above
  return typeof linkId === 'string' ? linkId : undefined;
}
