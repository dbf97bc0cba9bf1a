import type { catalog } from '@larksong/contracts';
import { sql } from 'kysely';

import type { Trx } from '../../db/tables.ts';

/** A changed value of a video, as it is stored: of thumbnails the id, of subtitles the row. */
export interface StoredChange {
  field: catalog.ChangedField['field'];
  before: unknown;
  after: unknown;
}

/** Counts a change of a video that needs an approval; one that was sent back waits again after a teacher's change. */
export async function markRevised(
  trx: Trx,
  videoId: string,
  { isTeacher }: { isTeacher: boolean },
): Promise<void> {
  await sql`
    update videos set
      approval_revision = approval_revision + 1,
      approval = case when approval = 'sent_back' and ${isTeacher} then 'waiting' else approval end,
      approval_since = case when approval = 'sent_back' and ${isTeacher} then now() else approval_since end
    where id = ${videoId} and wanted_visibility is not null`.execute(trx);
}

/** Keeps changes of a teacher. */
export async function insertTeacherChanges(
  trx: Trx,
  changes: (StoredChange & { id: string; videoId: string; teacherId: string; teacherName: string })[],
): Promise<void> {
  await trx
    .insertInto('teacher_changes')
    .values(
      changes.map((change) => ({
        id: change.id,
        video_id: change.videoId,
        teacher_id: change.teacherId,
        teacher_name: change.teacherName,
        field: change.field,
        before: JSON.stringify(change.before),
        after: JSON.stringify(change.after),
      })),
    )
    .execute();
}

/** The visibility of a video, and the one that it is to have once that is approved. */
export interface WantedVisibility {
  visibility: catalog.Visibility;
  privateUserId: string | null;
  wanted: { visibility: catalog.Visibility; privateUserId: string | null } | null;
}

/** Saves who may see a video, and who is to see it. A wider visibility waits from now on if none was wanted before. */
export async function saveVisibility(trx: Trx, videoId: string, of: WantedVisibility): Promise<void> {
  await trx
    .updateTable('videos')
    .set({
      visibility: of.visibility,
      private_user_id: of.privateUserId,
      wanted_visibility: of.wanted?.visibility ?? null,
      wanted_private_user_id: of.wanted?.privateUserId ?? null,
      approval_since: of.wanted
        ? sql<Date>`case when wanted_visibility is null then now() else approval_since end`
        : null,
      updated_at: sql`now()`,
    })
    .where('id', '=', videoId)
    .execute();
}
