import { sql, type Kysely } from 'kysely';

/** A changed text can be refused while the text before it stays shown; both it and the reason are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table comments add column refused_text text, add column refused_fault text,
      add column refused_note text not null default '',
      add check ((refused_text is null) = (refused_fault is null))`.execute(db);
  await sql`
    alter table comments drop constraint comments_decision_check,
      add constraint comments_decision_check check (decision in ('approved', 'refused', 'removed'))`.execute(
    db,
  );
}
