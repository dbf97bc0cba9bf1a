import type { catalog } from '@larksong/contracts';

import type { Standing } from '../db/list-link-tables.ts';
import type { GuestViewer } from '../library/videos/viewer.ts';

/** What decides whether a link opens, besides its existence and that of its list. */
export interface LinkTerms {
  /** Null for a list of the site. */
  owner_id: string | null;
  maker_id: string;
  is_ended: boolean;
  shows_own: boolean;
}

const RANKS: Record<Standing, number> = { none: 0, member: 1, teacher: 2, superadmin: 3 };
/** The least that a maker must be on a closed site. */
const LEAST: Record<catalog.ClosedLinks, number> = {
  nobody: Infinity,
  superadmins: RANKS.superadmin,
  teachers: RANKS.teacher,
  members: RANKS.member,
};

/** Returns whether links by somebody open; `closedLinks` is null on an open site. */
export function areLinksAllowed(standing: Standing, closedLinks: catalog.ClosedLinks | null): boolean {
  return closedLinks === null || RANKS[standing] >= LEAST[closedLinks];
}

/**
 * Returns whether a link opens. Its maker must still have an account that is not disabled, and still be a superadmin for a
 * list of the site.
 */
export function stateOf(
  { owner_id: ownerId, is_ended: isEnded }: LinkTerms,
  { standing, closedLinks }: { standing: Standing; closedLinks: catalog.ClosedLinks | null },
): catalog.LinkState {
  if (isEnded) return 'ended';
  if (standing === 'none' || (ownerId === null && standing !== 'superadmin')) return 'lapsed';
  return areLinksAllowed(standing, closedLinks) ? 'open' : 'closed';
}

/**
 * Returns the viewer whom a link makes of its guests, by what its maker is now: public songs and, with the tick, the
 * maker's own; a superadmin's then also those for registered people. Never somebody else's private songs.
 */
export function whatALinkShows(
  { maker_id: makerId, shows_own: showsOwn }: Pick<LinkTerms, 'maker_id' | 'shows_own'>,
  standing: Standing,
): GuestViewer {
  if (!showsOwn) return { kind: 'guest', makerId, shows: 'public' };
  return { kind: 'guest', makerId, shows: standing === 'superadmin' ? 'registered' : 'own' };
}
