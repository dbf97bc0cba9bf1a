import type { catalog } from '@larksong/contracts';
import type { ColumnType, Generated } from 'kysely';

export type CommentMailKind = 'comments-waiting' | 'comment-removed';

/** What is to be mailed about comments; kept after sending, so that a repeated request sends nothing. */
export interface CommentMailsTable {
  /** Id of the request; one of them may be for several accounts. */
  id: string;
  user_id: string;
  kind: CommentMailKind;
  /** How many wait and are reported. */
  waiting: Generated<number>;
  reported: Generated<number>;
  /** Of a removed comment, the video, its title and why it was removed. */
  video_id: string | null;
  title: Generated<string>;
  fault: catalog.CommentFault | null;
  note: Generated<string>;
  created_at: Generated<Date>;
  told_at: ColumnType<Date | null, never, Date>;
}
