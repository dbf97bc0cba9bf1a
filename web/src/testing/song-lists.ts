import { catalog } from '@larksong/contracts';

import { failure } from './answers.ts';
import { video } from './videos.ts';
import type { TestSite } from './site.ts';

let serial = 0;

/** Returns a list with songs, with a new id and name each time. */
export function songList(changes: Partial<catalog.SongList> = {}): catalog.SongList {
  serial += 1;
  const songs = changes.songs ?? [video(), video(), video()];
  return {
    id: `0198f3c2-7a1e-7d40-b1c9-${(0xa0_00_00 + serial).toString(16).padStart(12, '0')}`,
    name: `List ${serial}`,
    description: '',
    sign: 'sun',
    hue: 'tangerine',
    letters: [],
    owner: 'viewer',
    songCount: songs.length,
    durationSeconds: songs.reduce((sum, song) => sum + (song.duration ?? 0), 0),
    covers: [],
    updatedAt: '2026-11-29T10:00:00.000Z',
    songs,
    hiddenCount: 0,
    version: 1,
    position: null,
    ...changes,
  };
}

/** The lists of a test site, which its calls change as the service does. */
export interface Shelf {
  lists: catalog.SongList[];
  deleted: catalog.SongList[];
}

/** Answers the calls about lists from `shelf`. */
export function answerLists(site: TestSite, shelf: Shelf): void {
  const get = (id: string) => shelf.lists.find((list) => list.id === id);
  answerReads(site, shelf, get);
  site.on(catalog.createSongList, ({ body: { videoIds = [], ...body } }) => {
    const songs = videoIds.map((id) => video({ id }));
    const list = songList({ ...body, songs });
    shelf.lists = [list, ...shelf.lists];
    return { list };
  });
  site.on(catalog.deleteSongList, ({ params }) => {
    shelf.deleted = [...shelf.lists.filter(({ id }) => id === params.id), ...shelf.deleted];
    shelf.lists = shelf.lists.filter(({ id }) => id !== params.id);
  });
  site.on(catalog.restoreSongList, ({ params }) => {
    const list = shelf.deleted.find(({ id }) => id === params.id);
    if (!list) return failure('LIST_NOT_FOUND');
    shelf.deleted = shelf.deleted.filter((other) => other !== list);
    shelf.lists = [list, ...shelf.lists];
    return { list };
  });
  site.on(catalog.copySongList, ({ params }) => {
    const original = get(params.id);
    if (!original) return failure('LIST_NOT_FOUND');
    const list = songList({ ...original, id: songList().id, owner: 'viewer' });
    shelf.lists = [list, ...shelf.lists];
    return { list };
  });
  site.on(catalog.updateSongList, ({ params, body }) => {
    const list = get(params.id);
    return list ? { list: Object.assign(list, body) } : failure('LIST_NOT_FOUND');
  });
  answerSongChanges(site, get);
}

type Get = (id: string) => catalog.SongList | undefined;

function answerReads(site: TestSite, shelf: Shelf, get: Get): void {
  site.on(catalog.getSongList, ({ params }) => {
    const list = get(params.id);
    return list ? { list: structuredClone(list) } : failure('LIST_NOT_FOUND');
  });
  site.on(catalog.listSongLists, ({ query, bearer }) => {
    const own = bearer === null ? [] : shelf.lists.filter(({ owner }) => owner === 'viewer');
    const holds = ({ songs }: catalog.SongList) => songs.some(({ id }) => id === query.video);
    return {
      own: structuredClone(own),
      site: structuredClone(shelf.lists.filter(({ owner }) => owner === 'site')),
      containing: shelf.lists.filter(holds).map(({ id }) => id),
    };
  });
  site.on(catalog.listLinks, () => ({ links: [], areAllowed: true }));
  // After `getSongList`, whose path fits this one, too.
  site.on(catalog.listDeletedLists, () => ({
    lists: shelf.deleted.map(({ id, name, sign, hue, updatedAt }) => {
      return { id, name, sign, hue, deletedAt: updatedAt, endsAt: '2026-12-07T10:00:00.000Z' };
    }),
  }));
}

function answerSongChanges(site: TestSite, get: Get): void {
  /** Changes the songs of a list, as one step. */
  const change = (id: string, to: (songs: catalog.Video[]) => catalog.Video[]) => {
    const list = get(id);
    if (!list) return undefined;
    list.songs = to(list.songs);
    list.songCount = list.songs.length;
    list.version += 1;
    return { version: list.version };
  };
  site.on(catalog.addSongs, ({ params, body }) => {
    const known = new Set(get(params.id)?.songs.map(({ id }) => id));
    const added = body.videoIds.filter((id) => !known.has(id)).map((id) => video({ id }));
    const changed = change(params.id, (songs) => insertAfter(songs, added, body.after));
    return changed ? { ...changed, addedCount: added.length } : failure('LIST_NOT_FOUND');
  });
  site.on(
    catalog.removeSong,
    ({ params }) =>
      change(params.id, (songs) => songs.filter(({ id }) => id !== params.videoId)) ??
      failure('LIST_NOT_FOUND'),
  );
  site.on(
    catalog.moveSong,
    ({ params, body }) =>
      change(params.id, (songs) =>
        insertAfter(
          songs.filter(({ id }) => id !== params.videoId),
          songs.filter(({ id }) => id === params.videoId),
          body.after,
        ),
      ) ?? failure('LIST_NOT_FOUND'),
  );
}

function insertAfter(
  songs: readonly catalog.Video[],
  added: readonly catalog.Video[],
  after: string | null | undefined,
): catalog.Video[] {
  if (after === null) return [...added, ...songs];
  const at = songs.findIndex(({ id }) => id === after);
  return at === -1 ? [...songs, ...added] : songs.toSpliced(at + 1, 0, ...added);
}
