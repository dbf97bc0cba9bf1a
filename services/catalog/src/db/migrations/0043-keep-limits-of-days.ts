import { sql, type Kysely } from 'kysely';

/** The limit of each day on which a nest was used, so that a rule that is changed later does not change what was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table nest_days add column has_limit boolean, add column limit_minutes integer`.execute(db);
}
