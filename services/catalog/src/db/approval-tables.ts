import type { catalog } from '@larksong/contracts';
import type { ColumnType, Generated } from 'kysely';

import type { Moment, MomentOrNull } from './column-types.ts';

/** The columns of a video that concern its approval. */
export interface ApprovalColumns {
  /** Null for a video that needs no approval. As long as it does, it is private and for its uploader. */
  approval: ColumnType<
    'waiting' | 'sent_back' | null,
    'waiting' | 'sent_back' | null | undefined,
    'waiting' | 'sent_back' | null
  >;
  /** Since when it has waited, also for a wider visibility, or when it was sent back. */
  approval_since: MomentOrNull;
  /** The sentence with which it was last sent back. */
  approval_note: string | null;
  /** Counts the changes that a decision has to know. */
  approval_revision: Generated<number>;
  /** Of an approved video, a wider visibility that waits for its approval. */
  wanted_visibility: catalog.Visibility | null;
  wanted_private_user_id: string | null;
  /** The latest decision. */
  decision: 'approved' | 'sent_back' | null;
  decided_at: MomentOrNull;
  /** When it was approved; lists and its age start from it. */
  published_at: MomentOrNull;
}

/** What a teacher has changed in a video after its approval; kept for some days. */
export interface TeacherChangesTable {
  id: string;
  video_id: string;
  /** Null, and the name empty, once the account is deleted. */
  teacher_id: string | null;
  teacher_name: string;
  field: catalog.ChangedField['field'];
  /** The value, as JSON; of thumbnails and subtitles, what has to be stored again to undo the change. */
  before: ColumnType<unknown, string, never>;
  after: ColumnType<unknown, string, never>;
  made_at: Moment;
  undone_at: MomentOrNull;
  undone_by_id: string | null;
  undone_by_name: string | null;
}
