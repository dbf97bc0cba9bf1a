import { catalog } from '@larksong/contracts';
import { AppError, type Register, type Viewer } from '@larksong/service-kit';

import type { Standing } from '../db/list-link-tables.ts';
import { toAccessRules } from '../library/videos/visibility.ts';
import { getListFor } from '../song-lists/caller.ts';
import type { ListRow } from '../song-lists/store.ts';
import { writeCode, type CodeKind, type StoredCode } from '@larksong/service-kit/codes';
import type { GuestDeps } from './guests.ts';
import type { LinkKeys } from './link-keys.ts';
import * as manage from './manage-links.ts';
import { previewSongs } from './preview.ts';
import { listAccessRows } from './preview-store.ts';
import { areLinksAllowed, stateOf, whatALinkShows } from './rule.ts';
import { findLinkOf, listLinksOf, type ShownLink } from './store.ts';

export type MakerDeps = manage.LinkDeps & GuestDeps;

/** Registers the calls of those who may change a list: its links and their codes for the board. */
export function registerMakers(register: Register, deps: MakerDeps): void {
  register(catalog.listLinks, async ({ params: { id }, viewer: caller, reply }) => {
    reply.header('cache-control', 'no-store');
    const { list } = await getListFor(deps, id, { caller, to: 'change' });
    const links = await listLinksOf(deps.db, id);
    const areAllowed = areLinksAllowed(manage.standingIn(caller), await deps.getClosedLinks());
    return { data: { links: await Promise.all(links.map((link) => toLink(deps, link, list))), areAllowed } };
  });

  register(catalog.createLink, async ({ params: { id: listId }, body, viewer: caller, record }) => {
    const link = await manage.makeLink(deps, { listId, given: body }, { caller, record });
    return { data: { link: await show(deps, link, caller) } };
  });

  register(catalog.updateLink, async ({ params: { id: listId, linkId }, body, viewer: caller, record }) => {
    const link = await manage.changeLink(deps, { listId, linkId, given: body }, { caller, record });
    return { data: { link: await show(deps, link, caller) } };
  });

  register(catalog.takeBackLink, async ({ params: { id: listId, linkId }, viewer: caller, record }) => {
    await manage.takeBackLink(deps, { listId, linkId }, { caller, record });
    return {};
  });

  registerCodes(register, deps);
}

function registerCodes(register: Register, deps: MakerDeps): void {
  register(catalog.createSpokenCode, async ({ params, body, viewer: caller, record, reply }) => {
    reply.header('cache-control', 'no-store');
    const of = { listId: params.id, linkId: params.linkId, hours: body.hours };
    return { data: { spoken: await manage.makeSpokenCode(deps, of, { caller, record }) } };
  });

  register(catalog.endSpokenCode, async ({ params: { id: listId, linkId }, viewer: caller, record }) => {
    await manage.endSpokenCode(deps, { listId, linkId }, { caller, record });
    return {};
  });

  register(catalog.previewForGuests, async ({ params: { id }, query, viewer: caller }) => {
    const { viewer: owner } = await getListFor(deps, id, { caller, to: 'change' });
    const link = query.link === undefined ? undefined : await findLinkOf(deps.db, id, query.link);
    if (query.link !== undefined && !link) throw new AppError('ITEM_NOT_FOUND');
    const guest = link
      ? whatALinkShows(link, await deps.makers.standingOf(link.maker_id))
      : whatALinkShows({ maker_id: caller.id, shows_own: query.showsOwn }, manage.standingIn(caller));
    const rows = await listAccessRows(deps.db, id);
    const songs = rows.map((row) => ({ id: row.id, ...toAccessRules(row) }));
    return { data: previewSongs(songs, { owner, guest }) };
  });
}

/** Returns a link of a list that the caller has just changed. */
async function show(deps: MakerDeps, link: ShownLink, caller: Viewer): Promise<catalog.ListLink> {
  const { list } = await getListFor(deps, link.list_id, { caller, to: 'change' });
  return toLink(deps, link, list);
}

async function toLink(deps: MakerDeps, link: ShownLink, list: ListRow): Promise<catalog.ListLink> {
  const standing: Standing = await deps.makers.standingOf(link.maker_id);
  const terms = { ...link, owner_id: list.owner_id };
  const spoken = link.spoken && writeStored(deps.keys, 'spoken', link.spoken);
  return {
    id: link.id,
    name: link.name,
    code: writeStored(deps.keys, 'link', link),
    state: stateOf(terms, { standing, closedLinks: await deps.getClosedLinks() }),
    endsAt: link.ends_at?.toISOString() ?? null,
    showsOwn: link.shows_own,
    hasPreview: link.has_preview,
    madeAt: link.made_at.toISOString(),
    spoken: link.spoken && spoken ? { code: spoken, endsAt: link.spoken.ends_at.toISOString() } : null,
    openings: link.openings,
    openingCount: link.opening_count,
  };
}

function writeStored(keys: LinkKeys, kind: CodeKind, stored: StoredCode): string | null {
  const code = keys.open(kind, stored);
  return code ? writeCode(code) : null;
}
