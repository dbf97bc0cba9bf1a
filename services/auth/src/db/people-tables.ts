import type { Explanation } from '@larksong/contracts';
import type { Actor } from '@larksong/service-kit/audit';
import type { ColumnType, Generated, Selectable } from 'kysely';

/** Accounts that a superadmin deletes for somebody else. They are disabled until then. */
export interface AccountDeletionsTable {
  user_id: string;
  due_at: Date;
  /** Whether the videos that the user uploaded are deleted too. */
  deletes_videos: boolean;
  /** Whether the account stays disabled if the deletion is undone. */
  was_disabled: boolean;
}

/** Imports of people. At most one of them runs. */
export interface PeopleImportsTable {
  id: string;
  created_at: Generated<Date>;
  /** The superadmin who asked for it; null for an operator. */
  asked_by: string | null;
  /** The author of its changes in the audit log. */
  actor: ColumnType<Actor, string, never>;
  /** Its next person is not invited before. */
  due_at: Generated<Date>;
  ended_at: Date | null;
  is_stopped: Generated<boolean>;
}

/** The people whom an import invites or makes teachers. */
export interface PeopleImportLinesTable {
  import_id: string;
  /** The line in the table. */
  line: number;
  email: string;
  username: string;
  /** Whether the username was made of the email, so that another one will do. */
  is_username_made: boolean;
  display_name: string | null;
  is_teacher: boolean;
  /** Null until it is done. */
  result: 'invited' | 'promoted' | 'unchanged' | 'failed' | null;
  /** Why it failed. */
  explanation: ColumnType<Explanation | null, string | null, string | null>;
  done_at: Date | null;
}

export type DeletionRow = Selectable<AccountDeletionsTable>;
export type PeopleImportRow = Selectable<PeopleImportsTable>;
export type PeopleImportLine = Selectable<PeopleImportLinesTable>;
