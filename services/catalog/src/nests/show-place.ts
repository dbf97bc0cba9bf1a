import { catalog } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { loadVideos } from '../library/listings/page.ts';
import { decodeCursor, encodeCursor } from '../library/videos/cursor.ts';
import type { NestViewer } from '../library/videos/viewer.ts';
import {
  findPositions,
  findRowWith,
  hasMovingPicture,
  listRows,
  listRowSongs,
  type PlaceRow,
  type RowPage,
} from './row-store.ts';
import { findRule, type RuleRow } from './rule-store.ts';

/** Returns all that a nest shows but its time; without a rule, nothing. */
export async function showPlace(db: Db, nest: NestViewer): Promise<Omit<catalog.NestPlace, 'time'>> {
  const rule = nest.isLive ? await findRule(db, nest.ruleId, nest.ownerId) : undefined;
  const rows = rule ? await listRows(db, nest) : [];
  const pages = new Map<PlaceRow, RowPage>();
  for (const row of rows)
    pages.set(row, await listRowSongs(db, row, { nest, after: null, limit: catalog.NEST_ROW_SONGS }));
  const videos = await loadById(
    db,
    nest,
    [...pages.values()].flatMap(({ ids }) => ids),
  );
  const positions = await findPositions(db, nest, rows);
  const game = rule?.game;
  return {
    rows: [...pages].map(([row, page]) => toPlaceRow(row, page, { videos, positions })),
    game: game?.isOn ? toPlaceGame(game) : null,
    allowsSearch: rule?.allows_search ?? false,
    volume: rule?.volume ?? 100,
    mayCount: rule !== undefined && (await mayCount(db, rule, pages)),
  };
}

/** Returns whether the game counts, or one of the first songs of the rows. */
async function mayCount(db: Db, rule: RuleRow, pages: ReadonlyMap<PlaceRow, RowPage>): Promise<boolean> {
  if (rule.game.isOn && rule.counts_game) return true;
  const counted = [...pages].filter(([row]) => rule.counts_learning || !row.is_learning);
  const ids = counted.flatMap(([, page]) => page.ids);
  return rule.counts_still ? ids.length > 0 : hasMovingPicture(db, ids);
}

function toPlaceGame({ letters, says, largest, pack }: catalog.NestGame): catalog.NestPlace['game'] {
  return { letters, says, largest, ...(pack === undefined ? {} : { pack }) };
}

/** Returns a row of a nest with the songs after a place in it, or from a song on. Throws ITEM_NOT_FOUND. */
export async function showRow(
  db: Db,
  nest: NestViewer,
  { rowId, cursor, song }: { rowId: string; cursor?: string | undefined; song?: string | undefined },
): Promise<catalog.NestPlaceRow> {
  const after = decodeCursor(cursor, 'moment');
  const row =
    song === undefined
      ? (await listRows(db, nest)).find(({ id }) => id === rowId)
      : await findRowWith(db, nest, { rowId, videoId: song });
  if (!row) throw new AppError('ITEM_NOT_FOUND');
  const page = await listRowSongs(db, row, { nest, after, from: song, limit: catalog.NEST_ROW_SONGS });
  const videos = await loadById(db, nest, page.ids);
  return toPlaceRow(row, page, { videos, positions: await findPositions(db, nest, [row]) });
}

/** Loads each song once, also if it is in several rows. */
async function loadById(db: Db, nest: NestViewer, ids: string[]): Promise<Map<string, catalog.Video>> {
  const hits = [...new Set(ids)].map((id) => ({ id, value: '0' }));
  return new Map((await loadVideos(db, hits, nest)).map((video) => [video.id, video]));
}

function toPlaceRow(
  row: PlaceRow,
  { ids, count, next }: RowPage,
  { videos, positions }: { videos: Map<string, catalog.Video>; positions: Map<string, string> },
): catalog.NestPlaceRow {
  return {
    ...{ id: row.id, kind: row.kind, name: row.name, isLearning: row.is_learning },
    ...toSign(row),
    songs: ids.flatMap((id) => videos.get(id) ?? []),
    songCount: count,
    position: positions.get(row.id) ?? null,
    nextCursor: next && encodeCursor(next),
  };
}

/** Returns a sign and a hue; those of another version of the site are replaced. */
export function toSign(of: { sign: string | null; hue: string | null }): {
  sign: catalog.ListSign;
  hue: catalog.ChipHue;
} {
  return {
    sign: catalog.LIST_SIGNS.find((sign) => sign === of.sign) ?? catalog.LIST_SIGNS[0],
    hue: catalog.CHIP_HUES.find((hue) => hue === of.hue) ?? catalog.CHIP_HUES[0],
  };
}
