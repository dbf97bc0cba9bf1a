import { catalog, ERRORS } from '@larksong/contracts';

import type { KnownVideo, Scene } from './every-state.ts';
import type { Account } from './people.ts';
import { isOpen, type Line, type VideoKind } from './permissions.ts';
import type { Probe } from './probe.ts';
import { rawCall } from './raw-call.ts';
import { absentId, TRUTH_TABLE } from './truth-table.ts';

/** Somebody without an account who has opened a link. */
export interface KnownGuest {
  name: string;
  linkId: string;
  code: string;
  /** All cookies of the link, sent with every request, also where a browser would not. */
  headers: { cookie: string };
  /** Whether the link shows a video: it is in the list, and its maker may show it. */
  shows: (video: KnownVideo) => boolean;
}

/** Returns whether a video is in the lists of guests: one of the uploader that is not playable already. */
const isListed = ({ state, approval }: VideoKind) => state !== 'playable' && approval === undefined;

/**
 * Makes three links to lists of the uploader's videos, except those that are playable already, and opens each: without the
 * tick, with the tick by the uploader, and with the tick by a superadmin, who uploaded none of them.
 */
export async function createGuests(siteUrl: string, { accounts, videos }: Scene): Promise<KnownGuest[]> {
  const listed = videos.filter(isListed);
  const make = async (name: string, maker: Account, shown: catalog.Visibility[]): Promise<KnownGuest> => {
    const { id, code } = await makeLink(maker, { name, videos: listed, showsOwn: shown.length > 1 });
    const cookie = await openLink(siteUrl, code);
    const shows = (video: KnownVideo) => isListed(video) && shown.includes(video.visibility);
    return { name, linkId: id, code, headers: { cookie }, shows };
  };
  return [
    await make('without the tick', accounts.uploader, ['public']),
    await make('by the uploader', accounts.uploader, ['public', 'registered', 'private']),
    await make('by a superadmin', accounts.superadmin, ['public', 'registered']),
  ];
}

async function makeLink(
  { call }: Account,
  { name, videos, showsOwn }: { name: string; videos: KnownVideo[]; showsOwn: boolean },
): Promise<{ id: string; code: string }> {
  const body = { name, videoIds: videos.map(({ id }) => id) };
  const { list } = (await call(catalog.createSongList, { body })).data;
  const { link } = (await call(catalog.createLink, { params: { id: list.id }, body: { name, showsOwn } }))
    .data;
  if (link.code === null) throw new Error('a link has no code');
  return { id: link.id, code: link.code };
}

/** Opens a link as a browser does; returns its cookies. */
export async function openLink(siteUrl: string, code: string): Promise<string> {
  const { status, headers } = await rawCall(siteUrl + catalog.openLink.path, 'POST', { body: { code } });
  if (status !== 200) throw new Error(`a link does not open: ${status}`);
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  return [...new Set(cookies)].join('; ');
}

/** A guest, and what the videos are for visitors of this site. */
export interface GuestView {
  guest: KnownGuest;
  asSeen: (video: KnownVideo) => VideoKind;
}

/** Returns whether a guest may use an aspect of a video: as a visitor, or because the link shows it as playable. */
export function isOpenToGuest(
  video: KnownVideo,
  aspect: 'list' | 'stream' | 'pictures',
  { guest, asSeen }: GuestView,
): boolean {
  return isOpen('visitor', asSeen(video), aspect) || (guest.shows(video) && video.state === 'completed');
}

/** Returns the calls of a table whose answers to a guest differ from those to a visitor without links. */
export async function findWrongGuestCalls(
  probe: Probe,
  lines: readonly Line[],
  { videos, view }: { videos: KnownVideo[]; view: GuestView },
): Promise<string[]> {
  const wrong: string[] = [];
  for (const line of lines) {
    const nowhere = { state: 'completed', visibility: 'public', id: undefined } as const;
    const subjects = line.about === 'video' ? videos : [nowhere];
    for (const video of subjects) {
      const kind = video.id === undefined ? video : view.asSeen(video);
      const outcome = line.expected('visitor', kind);
      const expected = `${outcome === 'OK' ? line.endpoint.status : ERRORS[outcome].status} ${outcome}`;
      const { headers } = view.guest;
      const answer = await probe.makeCall(line, 'visitor', video.id ?? absentId(), headers);
      if (answer !== expected)
        wrong.push(
          `${line.endpoint.operationId}: ${video.state}, ${video.visibility}: ${answer}, not ${expected}`,
        );
    }
  }
  return wrong;
}

/** Returns how the streams and pictures that a guest gets differ from those that the link shows and visitors have. */
export async function findWrongGuestStreams(
  probe: Probe,
  paths: Iterable<[KnownVideo, Record<'stream' | 'pictures', string[]>]>,
  view: GuestView,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [video, addresses] of paths)
    for (const aspect of ['stream', 'pictures'] as const)
      for (const path of addresses[aspect]) {
        const { status, headers } = await probe.get('visitor', path, view.guest.headers);
        const cell = `${view.guest.name}, ${video.state}, ${video.visibility}: ${path}`;
        if (status !== (isOpenToGuest(video, aspect, view) ? 200 : 404)) wrong.push(`${cell}: ${status}`);
        const isShared = /public|s-maxage/.test(headers.get('cache-control') ?? '');
        if (isShared && !isOpen('visitor', view.asSeen(video), aspect))
          wrong.push(`${cell}: kept by shared caches`);
      }
  return wrong;
}

/** Returns how the list that a guest sees differs from what its link shows, and what other links' lists answer. */
export async function findWrongGuestLists(
  probe: Probe,
  videos: KnownVideo[],
  { guest, others }: { guest: KnownGuest; others: KnownGuest[] },
): Promise<string[]> {
  const shown = videos
    .filter((video) => guest.shows(video) && video.state === 'completed')
    .map(({ id }) => id);
  const { status, text } = await probe.get('visitor', `/api/links/${guest.linkId}`, guest.headers);
  if (status !== 200) return [`${guest.name}: ${status}`];
  const { list } = (JSON.parse(text) as { data: { list: catalog.GuestList } }).data; // as in the contract
  const wrong: string[] = [];
  if (
    list.songs
      .map(({ id }) => id)
      .toSorted()
      .join() !== shown.toSorted().join()
  )
    wrong.push(`${guest.name}: ${text}`);
  if (list.songCount !== shown.length) wrong.push(`${guest.name}: counts ${list.songCount}`);
  if (!list.covers.every((path) => shown.some((id) => path.includes(id))))
    wrong.push(`${guest.name}: covers`);
  for (const { linkId } of others) {
    const other = await probe.get('visitor', `/api/links/${linkId}`, guest.headers);
    if (other.status !== 404) wrong.push(`${guest.name}: another link: ${other.status}`);
  }
  return wrong;
}

/** Returns the lines of the truth table that end nothing, count no guess, and are not about streams. */
export function guestLines(ending: readonly string[]): Line[] {
  const left = new Set([...ending, catalog.openLink.operationId, catalog.getStreamRights.operationId]);
  return TRUTH_TABLE.filter(({ endpoint }) => !left.has(endpoint.operationId));
}
