import { catalog, type Data } from '@larksong/contracts';
import { inTransaction, type Register, type SessionDirectory, type Viewer } from '@larksong/service-kit';

import type { Db } from '../../db/tables.ts';
import { thumbnailOf } from '../../library/videos/media-paths.ts';
import { toAccountViewer, type ToVideoViewer, type VideoViewer } from '../../library/videos/viewer.ts';
import { getOpenedBy, type GuestDeps } from '../../list-links/guests.ts';
import { mayChangeList } from '../../song-lists/access.ts';
import { createIsConfirmed, getListFor, getLocked, type CallerDeps } from '../../song-lists/caller.ts';
import { findList } from '../../song-lists/store.ts';
import { decideSuggestion } from './decide-suggestion.ts';
import { listSuggestions, saveOpen, type SuggestionRow } from './store.ts';
import { suggest, type SuggestDeps } from './suggest.ts';

interface SuggestionDeps extends SuggestDeps {
  toVideoViewer: ToVideoViewer;
  sessions: SessionDirectory;
  /** What the links of guests need. */
  guests: Omit<GuestDeps, 'db'>;
}

/** Registers the calls by which people suggest songs for lists, and the owners of these decide. */
export function registerSuggestions(register: Register, deps: SuggestionDeps): void {
  const ofCaller: CallerDeps = { ...deps, isConfirmed: createIsConfirmed(deps.sessions) };
  registerOwners(register, ofCaller);
  registerGuests(register, deps);
  register(catalog.listSuggestions, async ({ params: { id }, viewer: caller, reply }) => {
    reply.header('cache-control', 'no-store');
    const { list, viewer } = await getListFor(ofCaller, id, { caller, to: 'read' });
    const mayDecide = mayChangeList(viewer, list);
    return { data: await showSuggestions(deps.db, list, { viewer, caller, mayDecide }) };
  });
  register(catalog.suggestSong, async ({ params: { id }, body, viewer: caller }) => {
    await getListFor(ofCaller, id, { caller, to: 'read' });
    return { data: { isNew: await suggest(deps, { listId: id, ...body }, caller) } };
  });
}

function registerOwners(register: Register, deps: CallerDeps): void {
  register(catalog.openSuggestions, async ({ params: { id }, body: { isOpen }, viewer: caller, record }) => {
    await getListFor(deps, id, { caller, to: 'change' });
    await inTransaction(deps.db, async (trx) => {
      const list = await getLocked(trx, id);
      if (list.is_open_for_suggestions === isOpen) return;
      await saveOpen(trx, id, isOpen);
      if (list.owner_id === null)
        await record(trx, {
          action: 'list.changed',
          subject: { id, name: list.name },
          before: { isOpenForSuggestions: !isOpen },
          after: { isOpenForSuggestions: isOpen },
        });
    });
    return { data: { isOpen } };
  });
  register(
    catalog.decideSuggestion,
    async ({ params: { id: listId, suggestionId: id }, body: { decision }, viewer: caller, record }) => {
      const version = await decideSuggestion(deps, { listId, id, decision }, { caller, record });
      return { data: { version } };
    },
  );
}

/** The same for people with an account who have opened a link to a list. */
function registerGuests(register: Register, deps: SuggestionDeps): void {
  const guestDeps = { ...deps.guests, db: deps.db };
  register(catalog.listGuestSuggestions, async ({ params, viewer: caller, request, reply }) => {
    const { link } = await getOpenedBy(guestDeps, params.linkId, { request, reply });
    const list = await findList(deps.db, link.list_id);
    const viewer = toAccountViewer(caller);
    const none = { id: link.list_id, is_open_for_suggestions: false };
    return { data: await showSuggestions(deps.db, list ?? none, { viewer, caller, mayDecide: false }) };
  });
  register(catalog.suggestGuestSong, async ({ params, body, viewer: caller, request, reply }) => {
    const { link } = await getOpenedBy(guestDeps, params.linkId, { request, reply });
    return { data: { isNew: await suggest(deps, { listId: link.list_id, ...body }, caller) } };
  });
}

async function showSuggestions(
  db: Db,
  list: { id: string; is_open_for_suggestions: boolean },
  { viewer, caller, mayDecide }: { viewer: VideoViewer; caller: Viewer; mayDecide: boolean },
): Promise<Data<typeof catalog.listSuggestions>> {
  const of = mayDecide ? null : caller.id;
  const rows = await listSuggestions(
    db,
    { listId: list.id, of, days: catalog.DECIDED_SUGGESTION_DAYS },
    viewer,
  );
  const suggestions = rows.map((row) => toSuggestion(row, { callerId: caller.id, mayDecide }));
  return { isOpen: list.is_open_for_suggestions, mayDecide, suggestions };
}

function toSuggestion(
  row: SuggestionRow,
  { callerId, mayDecide }: { callerId: string; mayDecide: boolean },
): catalog.Suggestion {
  const { id, state, title, videoId, videoTitle, ownThumbnailId, extras } = row;
  const thumbnail = videoId && thumbnailOf({ id: videoId, own_thumbnail_id: ownThumbnailId, extras });
  return {
    ...{ id, state, title },
    at: row.at.toISOString(),
    video: videoId === null ? null : { id: videoId, title: videoTitle ?? '', thumbnail: thumbnail || null },
    by: mayDecide ? row.memberName : '',
    isOwn: row.memberId === callerId,
  };
}
