import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startFreshAuth } from './start-auth.ts';

/**
 * What auth keeps of children and their places, and nothing else: animal, ground, nickname; the PIN's hash; cards with
 * labels, devices, last use, and who made them; sessions; the sharing member, and the name of whom is invited to share. There is no e-mail, no birthday, no history of what was watched.
 * Whoever adds a column decides that it is needed, and says so to parents.
 */
const COLUMNS = {
  nest_cards: [
    'id',
    'nest_id',
    'class_id',
    'label',
    'code_hash',
    'code_sealed',
    'key_id',
    'made_at',
    'last_used_at',
    'maker_id',
  ],
  nest_class_codes: ['class_id', 'code_hash', 'code_sealed', 'key_id', 'ends_at', 'maker_id'],
  nest_classes: ['id', 'owner_id', 'shared_with_id', 'name', 'sign', 'hue', 'created_at'],
  nest_departures: ['id', 'tries', 'due_at'],
  nest_invitations: ['id', 'nest_id', 'class_id', 'name', 'name_key', 'made_at'],
  nest_pins: [
    'user_id',
    'hash',
    'key_id',
    'wrong_in_row',
    'wrong_since_right',
    'wrong_day',
    'wrong_on_day',
    'next_try_at',
    'rests',
  ],
  nest_refresh_tokens: ['token_hash', 'session_id', 'used_at'],
  nest_session_nests: ['session_id', 'nest_id'],
  nest_sessions: [
    'id',
    'member_id',
    'came_by',
    'card_id',
    'class_id',
    'can_switch',
    'device',
    'created_at',
    'last_used_at',
    'expires_at',
    'revoked_at',
    'maker_id',
  ],
  nests: ['id', 'owner_id', 'shared_with_id', 'class_id', 'animal', 'ground', 'nickname', 'created_at'],
};

let service: Awaited<ReturnType<typeof startFreshAuth>>;
beforeAll(async () => {
  service = await startFreshAuth();
});
afterAll(() => service?.stop());

test('auth keeps nothing of children but what the list says', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, json_agg(column_name order by ordinal_position) as columns
    from information_schema.columns where table_schema = 'public' and table_name like 'nest%'
    group by table_name`.execute(service.db);
  expect(Object.fromEntries(rows.map(({ table, columns }) => [table, columns]))).toEqual(COLUMNS);
});
