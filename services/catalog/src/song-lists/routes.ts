import { catalog, type Data } from '@larksong/contracts';
import type { Register, SessionDirectory } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { toAccountViewer, type ToVideoViewer, type VideoViewer } from '../library/videos/viewer.ts';
import { ownerFor } from './access.ts';
import { createIsConfirmed, getListFor, type CallerDeps } from './caller.ts';
import { addSongs, moveSong, removeSong, saveSongOrder } from './change-songs.ts';
import { changeLook, copyList, deleteList, makeList, orderSiteLists, restoreList } from './manage-lists.ts';
import { savePosition } from './position-store.ts';
import { createRecordOpening } from './record-opening.ts';
import { showList, toCard, toCards, toDeletedList } from './show-list.ts';
import { listContaining } from './song-store.ts';
import { listDeleted, listListsOf, listListsOfSite } from './store.ts';

/** Registers the calls about lists of songs. */
export function registerSongLists(
  register: Register,
  deps: { db: Db; toVideoViewer: ToVideoViewer; sessions: SessionDirectory },
): void {
  const { db, toVideoViewer, sessions } = deps;
  const ofCaller: CallerDeps = { db, toVideoViewer, isConfirmed: createIsConfirmed(sessions) };
  registerOverviews(register, ofCaller);
  registerLists(register, ofCaller);
  registerCopies(register, ofCaller);
  registerSongs(register, ofCaller);
}

function registerOverviews(register: Register, deps: CallerDeps): void {
  const { db } = deps;
  register(catalog.listSongLists, async ({ query, viewer: caller }) => {
    const viewer = await deps.toVideoViewer(caller);
    return { data: await toOverview(db, viewer, query.video) };
  });

  register(catalog.listDeletedLists, async ({ viewer: { id, role } }) => {
    const lists = await listDeleted(db, role === 'superadmin' ? [id, null] : [id]);
    return { data: { lists: lists.map(toDeletedList) } };
  });

  register(catalog.saveSiteListOrder, async ({ body, viewer: caller, record }) => {
    await orderSiteLists(deps, body.listIds, { caller, record });
    return {};
  });
}

/** Returns the lists of the viewer, and those of the site in which the viewer sees a song; superadmins see all of these. */
async function toOverview(
  db: Db,
  viewer: VideoViewer,
  videoId: string | undefined,
): Promise<Data<typeof catalog.listSongLists>> {
  const [own, site] = await Promise.all([
    'id' in viewer ? listListsOf(db, viewer.id) : [],
    viewer.kind === 'stranger' ? [] : listListsOfSite(db),
  ]);
  const changeable = [...own, ...(viewer.kind === 'superadmin' ? site : [])].map(({ id }) => id);
  const [cards, containing] = await Promise.all([
    toCards(db, [...own, ...site], viewer),
    videoId === undefined ? [] : listContaining(db, changeable, videoId),
  ]);
  return {
    own: cards.slice(0, own.length),
    site: cards.slice(own.length).filter(({ songCount }) => songCount > 0 || viewer.kind === 'superadmin'),
    containing,
  };
}

function registerLists(register: Register, deps: CallerDeps): void {
  const { db } = deps;
  const recordOpening = createRecordOpening(db);
  register(catalog.createSongList, async ({ body, viewer: caller }) => {
    const list = await makeList(deps, body, caller);
    return { data: { list: await showList(db, list, toAccountViewer(caller)) } };
  });

  register(catalog.getSongList, async ({ params: { id }, viewer: caller, request }) => {
    const { list, viewer } = await getListFor(deps, id, { caller, to: 'read' });
    if (caller && ownerFor(viewer, list) === 'other') await recordOpening({ caller, request, list });
    return { data: { list: await showList(db, list, viewer) } };
  });

  register(catalog.updateSongList, async ({ params: { id }, body, viewer: caller, record }) => {
    const list = await changeLook(deps, { id, given: body }, { caller, record });
    return { data: { list: await toCard(db, list, toAccountViewer(caller)) } };
  });

  register(catalog.deleteSongList, async ({ params, viewer: caller, record }) => {
    await deleteList(deps, params.id, { caller, record });
    return {};
  });

  register(catalog.restoreSongList, async ({ params, viewer: caller, record }) => {
    const list = await restoreList(deps, params.id, { caller, record });
    return { data: { list: await toCard(db, list, toAccountViewer(caller)) } };
  });
}

function registerCopies(register: Register, deps: CallerDeps): void {
  const copy = async (
    { id, ownerId }: { id: string; ownerId: string | null },
    editor: Parameters<typeof copyList>[2],
  ) => {
    const list = await copyList(deps, { id, ownerId }, editor);
    return { data: { list: await toCard(deps.db, list, toAccountViewer(editor.caller)) } };
  };
  register(catalog.copySongList, ({ params: { id }, viewer: caller, record }) =>
    copy({ id, ownerId: caller.id }, { caller, record }),
  );
  register(catalog.offerSongList, ({ params: { id }, viewer: caller, record }) =>
    copy({ id, ownerId: null }, { caller, record }),
  );
}

function registerSongs(register: Register, deps: CallerDeps): void {
  register(catalog.addSongs, async ({ params, body, viewer: caller, record }) => {
    const { videoIds, after } = body;
    return { data: await addSongs(deps, { listId: params.id, videoIds, after }, { caller, record }) };
  });

  register(catalog.removeSong, async ({ params: { id, videoId }, viewer: caller, record }) => {
    return { data: await removeSong(deps, { listId: id, videoId }, { caller, record }) };
  });

  register(catalog.moveSong, async ({ params: { id, videoId }, body, viewer: caller, record }) => {
    const move = { listId: id, videoId, after: body.after };
    return { data: await moveSong(deps, move, { caller, record }) };
  });

  register(catalog.saveSongOrder, async ({ params, body, viewer: caller, record }) => {
    return { data: await saveSongOrder(deps, { listId: params.id, ...body }, { caller, record }) };
  });

  register(catalog.recordListPosition, async ({ params: { id }, body, viewer: caller }) => {
    await getListFor(deps, id, { caller, to: 'read' });
    await savePosition(deps.db, { userId: caller.id, listId: id, videoId: body.videoId });
    return {};
  });
}
