import { sql, type Kysely } from 'kysely';

/**
 * Who made a card or a class code, whose PIN opens the door of the devices that come by it. A service from before knows
 * the owner only, whose PIN opens them all.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['nest_cards', 'nest_class_codes', 'nest_sessions']) {
    const [table, index] = [sql.table(name), sql.id(`${name}_maker`)];
    await sql`alter table ${table} add column maker_id uuid references users on delete set null`.execute(db);
    await sql`create index ${index} on ${table} (maker_id) where maker_id is not null`.execute(db);
  }
}
