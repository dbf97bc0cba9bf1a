import type { Register, SessionDirectory } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import type { ToVideoViewer } from '../library/videos/viewer.ts';
import type { IsShownByLink } from '../streaming/routes.ts';
import { createIsConfirmed } from '../song-lists/caller.ts';
import { registerGuests, type GuestRouteDeps } from './guest-routes.ts';
import { isShownByLink, type GuestDeps } from './guests.ts';
import type { Links } from './links.ts';
import type { LinkMetrics } from './metrics.ts';
import { registerMakers } from './maker-routes.ts';

interface Deps extends Pick<GuestRouteDeps, 'viewerKeys' | 'reportView'> {
  db: Db;
  /** Connections for streams. */
  files: Db;
  links: Links;
  metrics: { links: LinkMetrics };
  siteAccess: Pick<GuestDeps, 'getClosedLinks'>;
  toVideoViewer: ToVideoViewer;
  sessions: SessionDirectory;
}

/** Registers the calls of makers of links and of their guests. Returns the rule by which streams are open to guests. */
export function registerLinks(register: Register, deps: Deps): IsShownByLink {
  const { getClosedLinks } = deps.siteAccess;
  const all = { ...deps, ...deps.links, getClosedLinks, counts: deps.metrics.links };
  registerMakers(register, { ...all, isConfirmed: createIsConfirmed(deps.sessions) });
  registerGuests(register, all);
  const ofStreams = { ...all, db: deps.files };
  return (request, video) => isShownByLink(ofStreams, request, video);
}
