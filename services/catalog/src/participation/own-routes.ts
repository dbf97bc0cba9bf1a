import { catalog } from '@larksong/contracts';
import type { Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { decodeCursor, encodeCursor } from '../library/videos/cursor.ts';
import { toAccountViewer } from '../library/videos/viewer.ts';
import { listFlagsOf, listSuggestionsOf } from './own-store.ts';

/** Registers the calls by which members download what they told and suggested. */
export function registerOwnParticipation(register: Register, { db }: { db: Db }): void {
  register(catalog.listOwnFlags, async ({ query, viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const after = decodeCursor(query.cursor, 'moment');
    const { shown, nextCursor } = cut(
      await listFlagsOf(db, toAccountViewer(viewer), { after, limit: query.limit + 1 }),
      query.limit,
    );
    const flags = shown.map(({ at, videoId: id, videoTitle: title, ...flag }) => ({
      ...flag,
      at: at.toISOString(),
      video: { id, title },
    }));
    return { data: { flags, nextCursor } };
  });

  register(catalog.listOwnSuggestions, async ({ query, viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const after = decodeCursor(query.cursor, 'moment');
    const { shown, nextCursor } = cut(
      await listSuggestionsOf(db, toAccountViewer(viewer), { after, limit: query.limit + 1 }),
      query.limit,
    );
    const suggestions = shown.map(({ id, at, state, title, videoId, videoTitle, listId, listName }) => ({
      ...{ id, at: at.toISOString(), state, title },
      video: videoId === null ? null : { id: videoId, title: videoTitle },
      list: { id: listId, name: listName },
    }));
    return { data: { suggestions, nextCursor } };
  });
}

/** Returns the rows of a page, and the position of the last one if there are more. */
function cut<Row extends { id: string; at: Date }>(found: Row[], limit: number) {
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return { shown, nextCursor: last ? encodeCursor({ id: last.id, value: String(last.at.getTime()) }) : null };
}
