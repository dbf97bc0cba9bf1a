import { randomUUID } from 'node:crypto';

import type { catalog } from '@larksong/contracts';

import type { Db } from '../src/db/tables.ts';
import type { NestViewer } from '../src/library/videos/viewer.ts';

export type StoredRow =
  | { listId: string; isLearning?: boolean }
  | { tag: catalog.Tag; isLearning?: boolean }
  | { everything: true; isLearning?: boolean };

interface StoredRule {
  ownerId: string;
  rows: StoredRow[];
  hiddenIds?: string[];
}

/** Stores a rule without asking whether its owner may have it, and returns a nest that has it. */
export async function storeRule(db: Db, rule: StoredRule): Promise<NestViewer & { rowIds: string[] }> {
  const ruleId = randomUUID();
  await db
    .insertInto('nest_rules')
    .values({
      id: ruleId,
      owner_id: rule.ownerId,
      allows_search: true,
      volume: 100,
      game: JSON.stringify({ isOn: true, letters: [], says: 'letter', largest: '4x4' }),
      zone: 'Europe/Berlin',
      minutes: null,
      hours_from: null,
      hours_to: null,
      counts_learning: false,
      counts_game: false,
      counts_still: false,
    })
    .execute();
  const rows = rule.rows.map((row, rank) => toRowRow(row, { ruleId, rank }));
  if (rows.length > 0) await db.insertInto('nest_rows').values(rows).execute();
  const hidden = (rule.hiddenIds ?? []).map((id) => ({ rule_id: ruleId, video_id: id }));
  if (hidden.length > 0) await db.insertInto('nest_hidden_songs').values(hidden).execute();
  return {
    kind: 'nest',
    nestId: ruleId,
    ruleId,
    ownerId: rule.ownerId,
    isLive: true,
    rowIds: rows.map(({ id }) => id),
  };
}

function kindOf(row: StoredRow): 'list' | 'tag' | 'everything' {
  if ('listId' in row) return 'list';
  return 'tag' in row ? 'tag' : 'everything';
}

function toRowRow(row: StoredRow, { ruleId, rank }: { ruleId: string; rank: number }) {
  return {
    id: randomUUID(),
    rule_id: ruleId,
    rank,
    kind: kindOf(row),
    list_id: 'listId' in row ? row.listId : null,
    tag_type: 'tag' in row ? row.tag.tagType : null,
    tag_value: 'tag' in row ? row.tag.tagValue : null,
    sign: 'listId' in row ? null : 'sun',
    hue: 'listId' in row ? null : 'lake',
    is_learning: row.isLearning ?? false,
  };
}
