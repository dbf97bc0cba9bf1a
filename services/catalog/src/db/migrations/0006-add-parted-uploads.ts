import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table uploads
      add column kind text not null default 'form' check (kind in ('form', 'parts')),
      add column size_bytes bigint,
      add check ((kind = 'parts') = (size_bytes is not null))`.execute(db);
}
