import type { catalog } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Db } from '../db/tables.ts';
import type { GuestViewer } from '../library/videos/viewer.ts';
import { canFind, type AccessRules, type PlaybackState } from '../library/videos/visibility.ts';
import type { GuestCookies } from './guest-cookies.ts';
import type { Makers } from './makers.ts';
import { stateOf, whatALinkShows } from './rule.ts';
import { findOpened, type OpenedLink } from './store.ts';

export interface GuestDeps {
  db: Db;
  makers: Makers;
  guestCookies: GuestCookies;
  /** Whose links open on a closed site; null on an open one. */
  getClosedLinks: () => Promise<catalog.ClosedLinks | null>;
}

/** A link that opens, and the viewer that it makes of its guests. */
export interface OpenLink {
  link: OpenedLink;
  viewer: GuestViewer;
}

/** Returns the links among these that open now. */
async function listOpen(
  deps: GuestDeps,
  linkIds: string[],
  videoId: string | null = null,
): Promise<OpenLink[]> {
  const links = await findOpened(deps.db, linkIds, videoId);
  const closedLinks = await deps.getClosedLinks();
  const open = links.map(async (link) => {
    if (link.is_ended) return undefined; // at once, as for a link that does not exist
    const standing = await deps.makers.standingOf(link.maker_id);
    const isOpen = stateOf(link, { standing, closedLinks }) === 'open';
    return isOpen ? { link, viewer: whatALinkShows(link, standing) } : undefined;
  });
  return (await Promise.all(open)).filter((each) => each !== undefined);
}

/** Returns a link if it opens now. */
export async function findOpen(deps: GuestDeps, linkId: string): Promise<OpenLink | undefined> {
  return (await listOpen(deps, [linkId]))[0];
}

/**
 * Returns a link that the sender of a request has opened, and renews its cookies if they are past half of their life.
 * Throws LINK_NOT_OPEN, the same for a link without a cookie as for one that no longer opens.
 */
export async function getOpenedBy(
  deps: GuestDeps,
  linkId: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<OpenLink> {
  reply.header('cache-control', 'no-store');
  const rights = await deps.guestCookies.read(request.cookies);
  const right = rights.find((each) => each.linkId === linkId);
  const open = right && (await findOpen(deps, linkId));
  if (!open) throw new AppError('LINK_NOT_OPEN');
  if (deps.guestCookies.isAgeing(right))
    reply.header('set-cookie', await deps.guestCookies.issue(linkId, rights));
  return open;
}

/** Returns whether a link that the sender of a request has opened shows a video in its list. */
export async function isShownByLink(
  deps: GuestDeps,
  request: FastifyRequest,
  video: AccessRules & PlaybackState & { id: string },
): Promise<boolean> {
  const rights = await deps.guestCookies.read(request.cookies);
  const open = await listOpen(
    deps,
    rights.map(({ linkId }) => linkId),
    video.id,
  );
  return open.some(({ link, viewer }) => link.has_song && canFind(viewer, video));
}
