import type { auth, catalog, FailureReason, Language, Readable, Remark } from '@larksong/contracts';
import type { JWK } from 'jose';
import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely';

import type { BackupRunsTable } from './backup-table.ts';
import type { CommentMailKind, CommentMailsTable } from './comment-mail-table.ts';
import type { NestTables } from './nest-tables.ts';
import type { AccountDeletionsTable, PeopleImportLinesTable, PeopleImportsTable } from './people-tables.ts';
import type { ToldTables } from './told-tables.ts';

export type LinkPurpose = 'verify-email' | 'reset-password';
/** Mails that carry a link with a token. */
export type LinkMailKind = LinkPurpose | 'invitation' | 'welcome';
/** Mails about the deletion of an account by somebody else. */
export type DeletionMailKind = 'deletion-planned' | 'deletion-undone';
export type MailKind =
  | LinkMailKind
  | DeletionMailKind
  | CommentMailKind
  | 'video'
  | 'account-deleted'
  | 'findings';

interface UsersTable {
  id: string;
  /** Trimmed and in lower case. */
  email: string;
  username: string;
  /** The unique `usernameKey` of the username. */
  username_key: string;
  display_name: string | null;
  password_hash: string;
  role: ColumnType<auth.Role, auth.Role | undefined, auth.Role>;
  /** Only with the role `user`. */
  is_teacher: Generated<boolean>;
  /** Whether the teacher's uploads need no approval. */
  teacher_is_trusted: Generated<boolean>;
  teacher_edits_letters: Generated<boolean>;
  /** Null: the site's. */
  teacher_quota_bytes: ColumnType<string | null, number | null | undefined, number | null>;
  email_verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Since then somebody who runs the site vouches for the account; null for one whose role does. */
  confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Generated<Date>;
  /** Since then the account cannot sign in. */
  disabled_at: ColumnType<Date | null, never, Date | null>;
  /** The latest use of deleted sessions; existing sessions have later ones. */
  last_seen_at: ColumnType<Date | null, never, Date | null>;
  /** Null: the default of the site. */
  language: ColumnType<Language | null, Language | null | undefined, Language | null>;
}

/** One sign-in, with the family of its refresh tokens. */
interface SessionsTable {
  id: string;
  user_id: string;
  created_at: Generated<Date>;
  expires_at: Date;
  revoked_at: Date | null;
  /** The sign-in or the latest refresh. */
  last_used_at: Generated<Date>;
  user_agent: string | null;
}

interface RefreshTokensTable {
  /** SHA-256 of the token; the token itself is not stored. */
  token_hash: Buffer;
  session_id: string;
  created_at: Generated<Date>;
  used_at: Date | null;
}

interface SigningKeysTable {
  /** RFC 7638 thumbprint, the `kid` of the tokens. */
  id: string;
  public_jwk: ColumnType<JWK, string, never>;
  /** The private JWK, encrypted with a key derived from AUTH_SECRET. */
  sealed_private_jwk: Buffer;
  created_at: Generated<Date>;
  /** Signs from this time on; published before. */
  active_from: Generated<Date>;
}

/** Tokens of links in mails; deleted when used. */
interface LinkTokensTable {
  /** SHA-256 of the token. */
  token_hash: Buffer;
  user_id: string;
  purpose: LinkPurpose;
  expires_at: Date;
  /** The superadmin who requested the mail. */
  asked_by: ColumnType<string | null, string | null | undefined, never>;
}

/**
 * Mails to be sent. The link is made together with the mail, so that no token is stored here. A row for an email without
 * an account looks like any other.
 */
interface MailsTable {
  id: string;
  kind: MailKind;
  email: string;
  /** The oldest outcome in a mail of the kind `video`. */
  video_mail_id: ColumnType<string | null, string | undefined, never>;
  /** What a mail of the kind `findings` tells. */
  telling_id: ColumnType<string | null, string | undefined, never>;
  /** The superadmin who requested it. */
  asked_by: ColumnType<string | null, string | undefined, never>;
  /** Whether it counts towards the limit of its mailbox; false for mails of superadmins and operators. */
  is_counted: Generated<boolean>;
  tries: Generated<number>;
  created_at: Generated<Date>;
  due_at: Generated<Date>;
}

type Json<T> = ColumnType<T | null, string | null | undefined, string | null>;

/** Outcomes of videos to be mailed; kept after sending, so that a repeated request sends none. */
interface VideoMailsTable {
  /** Id of the notice that requests it. */
  id: string;
  user_id: string;
  kind: catalog.Notice['kind'];
  /** Of `suggested`, the list. */
  video_id: string;
  title: string;
  /**
   * The reason of the failure and what can be published, or what is missing from a video that is ready, in English; or the
   * sentence with which a superadmin sent it back.
   */
  message: string | null;
  /** The same for other languages; null for requests of older versions. */
  reason: Json<FailureReason>;
  readable: Json<Readable>;
  remarks: Json<Remark[]>;
  /** Whether another person cancelled it, and the name of that person if it is known. */
  is_stopped: Generated<boolean>;
  stopped_by: string | null;
  created_at: Generated<Date>;
  /** Whether it waits for a mail together with others; false for requests of an older version. */
  is_gathered: Generated<boolean>;
  told_at: ColumnType<Date | null, never, Date>;
}

/** Deleted accounts of which catalog has not been notified yet; also the outbox of the mails about them. */
interface DeparturesTable {
  user_id: string;
  email: string;
  is_email_verified: boolean;
  /** Whether the videos that the user uploaded are deleted too. */
  deletes_videos: boolean;
  tries: Generated<number>;
  due_at: Generated<Date>;
}

export type SiteTextName = 'name' | 'about' | 'privacy' | 'contact';

/** The name of the site and the texts of the page for parents, if superadmins have written them. */
interface SiteTextsTable {
  name: SiteTextName;
  content: string;
  updated_at: Generated<Date>;
}

/** Those texts in other languages than the default of the site, except for the name. */
interface SiteTextTranslationsTable {
  name: Exclude<SiteTextName, 'name'>;
  language: Language;
  content: string;
}

/** One row, or none: every language, and English as the default. */
interface SiteLanguagesTable {
  is_only_row: Generated<boolean>;
  default_language: Language;
  offered: Language[];
}

export type SiteSettingName = 'registration' | 'mail';

/** The settings from the page for the first start; the environment takes precedence. */
interface SiteSettingsTable {
  name: SiteSettingName;
  /** JSON, encrypted with a key derived from AUTH_SECRET, since one of them has a password. */
  sealed_content: Buffer;
  updated_at: Generated<Date>;
}

/** One row: the page for the first start. */
interface SetupTable {
  is_only_row: Generated<boolean>;
  opened_at: Generated<Date>;
  finished_at: Date | null;
  /** The choices for the launcher; an empty folder means the default. */
  public_url: ColumnType<string | null, never, string>;
  storage_folder: ColumnType<string | null, never, string>;
  superadmin_id: ColumnType<string | null, never, string>;
}

interface InvitationsTable {
  id: string;
  email: string;
  role: auth.Role;
  is_teacher: Generated<boolean>;
  created_at: Generated<Date>;
  expires_at: Date;
  /** Null for invitations from before this column. */
  invited_by: ColumnType<string | null, string, never>;
}

/** One invitation has several tokens if its mail had to be sent again. */
interface InvitationTokensTable {
  token_hash: Buffer;
  invitation_id: string;
}

/**
 * Devices and networks from which an account signed in. Fingerprints are made for each email with a key derived from
 * AUTH_SECRET, so that rows reveal neither an address nor which accounts share a device.
 */
interface KnownPlacesTable {
  user_id: string;
  fingerprint: Buffer;
  kind: 'device' | 'network';
  last_used_at: Generated<Date>;
}

/** Mails kept without a mail server, for superadmins to pass on. */
interface KeptMailsTable {
  id: string;
  email: string;
  subject: string;
  /** Text and link, encrypted with a key derived from AUTH_SECRET, since any reader could use the link. */
  sealed_content: Buffer;
  /** Hash of the token in its link; null for a mail about a video. */
  token_hash: Buffer | null;
  /** Null for mails from before this column. */
  kind: MailKind | null;
  created_at: Generated<Date>;
  expires_at: Date;
}

/** One row, or none. */
interface AnnouncementTable {
  id: Generated<true>;
  message: string;
  is_read_only: boolean;
  started_at: Generated<Date>;
}

export interface Tables extends NestTables, ToldTables {
  users: UsersTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  signing_keys: SigningKeysTable;
  link_tokens: LinkTokensTable;
  mails: MailsTable;
  video_mails: VideoMailsTable;
  comment_mails: CommentMailsTable;
  departures: DeparturesTable;
  account_deletions: AccountDeletionsTable;
  people_imports: PeopleImportsTable;
  people_import_lines: PeopleImportLinesTable;
  invitations: InvitationsTable;
  site_texts: SiteTextsTable;
  site_text_translations: SiteTextTranslationsTable;
  site_languages: SiteLanguagesTable;
  site_settings: SiteSettingsTable;
  setup: SetupTable;
  invitation_tokens: InvitationTokensTable;
  known_places: KnownPlacesTable;
  kept_mails: KeptMailsTable;
  backup_runs: BackupRunsTable;
  announcement: AnnouncementTable;
}

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;
export type UserRow = Selectable<UsersTable>;
export type VideoMailRow = Selectable<VideoMailsTable>;
export type CommentMailRow = Selectable<CommentMailsTable>;
export type InvitationRow = Selectable<InvitationsTable>;
