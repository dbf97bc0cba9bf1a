import { catalog } from '@larksong/contracts';
import { AppError, toClientNetwork, type Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { toAccountViewer } from '../library/videos/viewer.ts';
import type { ReportView } from '../library/views/routes.ts';
import type { ViewerKeys } from '../library/views/viewer-key.ts';
import { copySeenList } from '../song-lists/manage-lists.ts';
import { showList, toCard, toSign } from '../song-lists/show-list.ts';
import { findList, type ListRow } from '../song-lists/store.ts';
import { readCode } from '@larksong/service-kit/codes';
import { getOpenedBy, type OpenLink } from './guests.ts';
import { findByCode, openLink, startRefusal, type OpenDeps } from './open-link.ts';
import { findOpened } from './store.ts';

export interface GuestRouteDeps extends OpenDeps {
  viewerKeys: ViewerKeys;
  reportView: ReportView;
}

/** Registers the calls of guests, who are nobody but the holders of a link. */
export function registerGuests(register: Register, deps: GuestRouteDeps): void {
  register(catalog.openLink, async ({ body, request, reply }) => ({
    data: { linkId: await openLink(deps, body, { request, reply }) },
  }));

  register(catalog.previewLink, async ({ body }) => {
    const refuse = startRefusal();
    const code = readCode(body.code);
    if (code?.kind !== 'link') throw new AppError('LINK_NOT_OPEN');
    const open = await findByCode(deps, code);
    if (!open) return refuse();
    // Whoever has the code may know at once that it opens.
    if (!open.link.has_preview) throw new AppError('LINK_NOT_OPEN');
    const list = await getList(deps.db, open);
    return { data: { name: list.name, ...toSign(list) } };
  });

  register(catalog.getGuestList, async ({ params: { linkId }, request, reply }) => {
    const open = await getOpenedBy(deps, linkId, { request, reply });
    return { data: { list: await toGuestList(deps.db, open) } };
  });

  register(catalog.copyGuestList, async ({ params: { linkId }, viewer: caller, request, reply }) => {
    const open = await getOpenedBy(deps, linkId, { request, reply });
    const list = await getList(deps.db, open);
    const copy = await copySeenList(deps.db, list, caller);
    return { data: { list: await toCard(deps.db, copy, toAccountViewer(caller)) } };
  });

  registerGuestViews(register, deps);
}

function registerGuestViews(register: Register, deps: GuestRouteDeps): void {
  register(catalog.recordGuestView, async ({ params: { linkId, videoId }, body, request, reply }) => {
    const { viewer } = await getOpenedBy(deps, linkId, { request, reply });
    const [link] = await findOpened(deps.db, [linkId], videoId);
    if (!link?.has_song) throw new AppError('VIDEO_NOT_FOUND');
    const network = toClientNetwork(request.ip);
    const userAgent = request.headers['user-agent'] ?? '';
    const viewCount = await deps.reportView({
      videoId,
      viewer,
      viewerKey: deps.viewerKeys({ network, userAgent }),
      networkKey: deps.viewerKeys({ network }),
      source: network,
      positionSeconds: body.watchedDuration,
    });
    return { data: { viewCount } };
  });
}

/** Returns the list of a link. Throws LINK_NOT_OPEN if it has just been deleted. */
async function getList(db: Db, { link }: OpenLink): Promise<ListRow> {
  const list = await findList(db, link.list_id);
  if (!list) throw new AppError('LINK_NOT_OPEN');
  return list;
}

async function toGuestList(db: Db, open: OpenLink): Promise<catalog.GuestList> {
  const shown = await showList(db, await getList(db, open), open.viewer);
  const { name, description, sign, hue, letters, songCount, durationSeconds, covers, songs, updatedAt } =
    shown;
  return {
    linkId: open.link.id,
    ...{ name, description, sign, hue, letters },
    ...{ songCount, durationSeconds, covers, songs, updatedAt },
  };
}
