import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table counted_views add network_key bytea`.execute(db);
  await sql`
    create index counted_views_network on counted_views (video_id, network_key, counted_at)
    where network_key is not null`.execute(db);
}
