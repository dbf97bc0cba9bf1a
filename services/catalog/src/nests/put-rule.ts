import { because, type catalog } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

import type { Db, Trx } from '../db/tables.ts';
import type { DoorViewer } from '../library/videos/viewer.ts';
import { toLetters } from '../song-lists/fields.ts';
import { findList } from '../song-lists/store.ts';
import type { RowRow, RuleFields, StoredRule } from './rule-store.ts';
import * as store from './rule-store.ts';
import { toSign } from './show-place.ts';
import { isTimeZone } from './time/local-time.ts';
import { noteNarrowedHours } from './time/narrow-hours.ts';

const MAX_VOLUME = 100;

/** A rule as grown-ups see it, and how often it was changed. */
export interface ShownRule {
  rule: catalog.NestRule | null;
  version: number;
}

/** The nest or class of a rule, and the viewer of all that it could hold. */
export interface RuleOf {
  id: string;
  door: DoorViewer;
}

/** Returns a rule; null for a nest that has none. */
export async function showRule(db: Db | Trx, { id, door }: RuleOf): Promise<ShownRule> {
  const stored = await store.findStoredRule(db, id, door.ownerId);
  return stored ? { rule: toRule(stored), version: stored.rule.version } : { rule: null, version: 0 };
}

/**
 * Replaces a rule, and returns it. Rows that stay keep their place to continue. Throws CONFLICT with the present rule if
 * it has been changed, VALIDATION_FAILED, and LIST_NOT_FOUND if it is to have a list that is neither the owner's nor the
 * site's. `keepsVolume`: behind the door, where what is seen and how long may be changed, and nothing else.
 */
export async function putRule(
  db: Db,
  of: RuleOf,
  { rule, version, keepsVolume = false }: { rule: catalog.NestRule; version: number; keepsVolume?: boolean },
): Promise<ShownRule> {
  const fields = toFields(rule);
  return db.transaction().execute(async (trx) => {
    await store.lockRule(trx, of.id);
    const present = await showRule(trx, of);
    if (version !== present.version) throw new AppError('CONFLICT', { present });
    await refuseLists(trx, of, rule, present.rule);
    const rowIds = rule.rows.map(({ id }) => id);
    if (new Set(rowIds).size < rowIds.length || (await store.hasRowsOfOthers(trx, of.id, rowIds)))
      throw new AppError('VALIDATION_FAILED');
    const volume = keepsVolume ? (present.rule?.volume ?? MAX_VOLUME) : fields.volume;
    await store.saveRule(trx, { id: of.id, ownerId: of.door.ownerId }, { ...fields, volume });
    if (present.rule) await noteNarrowedHours(trx, of.id, { before: present.rule.time, after: rule.time });
    const kept = rule.rows.filter((row) => present.rule?.rows.some((before) => isSame(before, row)));
    const rows = rule.rows.map((row, rank) => toRowRow(row, { ruleId: of.id, rank }));
    await store.saveRows(
      trx,
      of.id,
      rows,
      kept.map(({ id }) => id),
    );
    const before = present.rule?.hiddenVideoIds ?? [];
    await store.saveHidden(trx, of.id, { ids: rule.hiddenVideoIds, before, door: of.door });
    return showRule(trx, of);
  });
}

/** A list that was chosen before may stay, whatever became of it. */
async function refuseLists(
  trx: Trx,
  { door }: RuleOf,
  rule: catalog.NestRule,
  present: catalog.NestRule | null,
): Promise<void> {
  const before = listIdsOf(present?.rows ?? []);
  for (const id of listIdsOf(rule.rows).difference(before)) {
    const list = await findList(trx, id);
    if (!list || (list.owner_id !== null && list.owner_id !== door.ownerId) || !door.isLive)
      throw new AppError('LIST_NOT_FOUND');
  }
}

function listIdsOf(rows: catalog.NestRow[]): Set<string> {
  return new Set(rows.flatMap((row) => (row.kind === 'list' ? [row.listId] : [])));
}

/** Returns whether two rows hold the same songs. */
function isSame(one: catalog.NestRow, other: catalog.NestRow): boolean {
  if (one.id !== other.id || one.kind !== other.kind) return false;
  if (one.kind === 'list') return other.kind === 'list' && one.listId === other.listId;
  if (one.kind !== 'tag' || other.kind !== 'tag') return true;
  return one.tagType === other.tagType && one.tagValue === other.tagValue;
}

function toFields({ time, ...rule }: catalog.NestRule): RuleFields {
  if (!isTimeZone(time.zone)) throw new AppError('VALIDATION_FAILED', because('nest.zone'));
  const { allowsSearch, volume, game } = rule;
  return {
    allows_search: allowsSearch,
    volume,
    game: JSON.stringify({ ...toGame(game), letters: toLetters(game.letters, game.pack) }),
    zone: time.zone,
    minutes: time.minutes && JSON.stringify(time.minutes),
    hours_from: time.hours?.from ?? null,
    hours_to: time.hours?.to ?? null,
    counts_learning: time.countsLearning,
    counts_game: time.countsGame,
    counts_still: time.countsStill,
  };
}

function toRowRow(row: catalog.NestRow, { ruleId, rank }: { ruleId: string; rank: number }): RowRow {
  return {
    ...{ id: row.id, rule_id: ruleId, rank, kind: row.kind, is_learning: row.isLearning },
    list_id: row.kind === 'list' ? row.listId : null,
    tag_type: row.kind === 'tag' ? row.tagType : null,
    tag_value: row.kind === 'tag' ? row.tagValue.trim() : null,
    sign: row.kind === 'list' ? null : row.sign,
    hue: row.kind === 'list' ? null : row.hue,
  };
}

function toRule({ rule, rows, hiddenIds }: StoredRule): catalog.NestRule {
  const { hours_from: from, hours_to: to, game } = rule;
  return {
    rows: rows.map(toRow),
    hiddenVideoIds: hiddenIds,
    allowsSearch: rule.allows_search,
    volume: rule.volume,
    game: toGame(game),
    time: {
      zone: rule.zone,
      minutes: rule.minutes,
      hours: from === null || to === null ? null : { from, to },
      countsLearning: rule.counts_learning,
      countsGame: rule.counts_game,
      countsStill: rule.counts_still,
    },
  };
}

function toGame({ isOn, letters, says, largest, pack }: catalog.NestGame): catalog.NestGame {
  return { isOn, letters, says, largest, ...(pack === undefined ? {} : { pack }) };
}

function toRow(row: RowRow): catalog.NestRow {
  const { id, kind, list_id: listId, tag_type: tagType, tag_value: tagValue, is_learning: isLearning } = row;
  if (kind === 'list' && listId !== null) return { id, kind, listId, isLearning };
  if (kind === 'tag' && tagType !== null && tagValue !== null)
    return { id, kind, tagType, tagValue, ...toSign(row), isLearning };
  return { id, kind: 'everything', ...toSign(row), isLearning };
}
