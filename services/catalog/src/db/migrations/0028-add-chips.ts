import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chips (
      tag_type text not null check (tag_type in ('grade', 'category')),
      tag_value text not null,
      is_shown boolean not null,
      hue text,
      scene text,
      picture_id uuid,
      picture bytea,
      primary key (tag_type, tag_value),
      check ((picture_id is null) = (picture is null)),
      check (scene is null or picture is null)
    )`.execute(db);
  await sql`create unique index chips_picture on chips (picture_id) where picture_id is not null`.execute(db);
}
