import { sql, type Kysely } from 'kysely';

/** The settings of the whole site, in one row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_settings (
      is_only boolean primary key default true check (is_only),
      visitors text not null default 'everybody' check (visitors in ('everybody', 'nobody')),
      game_visitors text not null default 'everybody' check (game_visitors in ('everybody', 'nobody'))
    )`.execute(db);
  await sql`insert into site_settings default values`.execute(db);
}
