import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { startCatalog, type TestCatalog } from './support.ts';

let service: TestCatalog;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service.stop());

/**
 * All that is kept of children in catalog. A column that is added here has to be something that the specification allows,
 * and the page of `docs/` that says what is kept has to name it.
 */
const KEPT: Record<string, string> = {
  // The rule: its settings, the time of it with its zone, and the settings of the game.
  nest_rules:
    'allows_search counts_game counts_learning counts_still game hours_from hours_to id minutes owner_id updated_at version volume zone',
  // Its rows in order, with their signs.
  nest_rows: 'hue id is_learning kind list_id rank rule_id sign tag_type tag_value',
  // Songs that were taken out.
  nest_hidden_songs: 'rule_id video_id',
  // Which nest has which rule.
  nest_ids: 'nest_id rule_id',
  // One position per list.
  nest_positions: 'nest_id row_id video_id',
  // Seconds a day for 30 days, extra minutes, and the limit of that day.
  nest_days: 'after_seconds day extra_minutes extra_until has_limit limit_minutes nest_id over_at seconds',
  // The last minute of counting.
  nest_clocks: 'nest_id recent',
  // The one song that a device plays, until an hour after.
  nest_players: 'begun_at credit_seconds granted_at nest_id reported_at session_id spare_at video_id windows',
};

it('of nests, only what the specification allows is kept', async () => {
  const { rows } = await sql<{ table: string; columns: string }>`
    select table_name as table, string_agg(column_name, ' ' order by column_name collate "C") as columns
    from information_schema.columns
    where table_schema = 'public' and table_name like 'nest%'
    group by 1`.execute(service.db);
  expect(Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))).toEqual(KEPT);
});

/** What a nest told its grown-up about a song, for 30 days, or until the nest or that account is deleted. */
const TOLD = ['nest_id', 'nest_owner_id'].map((name) => ({ table_name: 'flags', column_name: name }));

it('songs, lists and deleted accounts have no column about nests', async () => {
  const { rows } = await sql`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and table_name not like 'nest%' and column_name like '%nest%'
    order by column_name`.execute(service.db);
  expect(rows).toEqual(TOLD);
});
