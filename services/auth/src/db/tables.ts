import type { auth } from '@larksong/contracts';
import type { JWK } from 'jose';
import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely';

export type LinkPurpose = 'verify-email' | 'reset-password';
/** Mails that carry a link with a token. */
export type LinkMailKind = LinkPurpose | 'invitation';
export type MailKind = LinkMailKind | 'video';

interface UsersTable {
  id: string;
  /** Trimmed and in lower case. */
  email: string;
  username: string;
  /** What makes a username unique: `usernameKey` of it. */
  username_key: string;
  display_name: string | null;
  password_hash: string;
  role: ColumnType<auth.Role, auth.Role | undefined, auth.Role>;
  email_verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Generated<Date>;
  /** Nobody can sign in with it since then. */
  disabled_at: ColumnType<Date | null, never, Date | null>;
  /** The latest use of sessions that were swept since; those that are there know better. */
  last_seen_at: ColumnType<Date | null, never, Date | null>;
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
  /** SHA-256 of the token; the token itself is kept nowhere. */
  token_hash: Buffer;
  session_id: string;
  created_at: Generated<Date>;
  used_at: Date | null;
}

interface SigningKeysTable {
  /** RFC 7638 thumbprint, the `kid` of the tokens. */
  id: string;
  public_jwk: ColumnType<JWK, string, never>;
  /** The private JWK, sealed with a key made from AUTH_SECRET. */
  sealed_private_jwk: Buffer;
  created_at: Generated<Date>;
  /** Signs from then on; published before. */
  active_from: Generated<Date>;
}

/** What a link in a mail carries; deleted by its use. */
interface LinkTokensTable {
  /** SHA-256 of the token. */
  token_hash: Buffer;
  user_id: string;
  purpose: LinkPurpose;
  expires_at: Date;
  /** The superadmin who had the mail sent. */
  asked_by: ColumnType<string | null, string | null | undefined, never>;
}

/**
 * Mails to be sent. A row says whom and what about; the link is made when the mail is, so that no token lies here,
 * and a row for an email without an account looks like any other.
 */
interface MailsTable {
  id: string;
  kind: MailKind;
  email: string;
  /** What a mail of the kind `video` is about. */
  video_mail_id: ColumnType<string | null, string | undefined, never>;
  /** The superadmin who had it sent. */
  asked_by: ColumnType<string | null, string | undefined, never>;
  /** Whether the number for one mailbox is limited; not for what superadmins and operators send. */
  is_counted: Generated<boolean>;
  tries: Generated<number>;
  created_at: Generated<Date>;
  due_at: Generated<Date>;
}

/** Mails about videos that were asked for; kept after they were sent, so that one asked for twice is sent once. */
interface VideoMailsTable {
  /** Of the notice that asks for it. */
  id: string;
  user_id: string;
  kind: 'ready' | 'failed';
  video_id: string;
  title: string;
  /** Why it failed. */
  message: string | null;
  created_at: Generated<Date>;
}

interface InvitationsTable {
  id: string;
  email: string;
  role: auth.Role;
  created_at: Generated<Date>;
  expires_at: Date;
  /** Null for those from before this was noted. */
  invited_by: ColumnType<string | null, string, never>;
}

/** Several for an invitation whose mail had to be sent again. */
interface InvitationTokensTable {
  token_hash: Buffer;
  invitation_id: string;
}

/**
 * Devices and networks from which an account signed in. Fingerprints are made with a key from AUTH_SECRET for each
 * email, so that the rows neither name an address nor show which accounts share a device.
 */
interface KnownPlacesTable {
  user_id: string;
  fingerprint: Buffer;
  kind: 'device' | 'network';
  last_used_at: Generated<Date>;
}

/** Mails that no server was there to take, for superadmins to hand over. */
interface KeptMailsTable {
  id: string;
  email: string;
  subject: string;
  /** Text and link, sealed with a key made from AUTH_SECRET, since whoever reads them can use the link. */
  sealed_content: Buffer;
  /** Of the token in its link; a mail about a video has none. */
  token_hash: Buffer | null;
  created_at: Generated<Date>;
  expires_at: Date;
}

export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  signing_keys: SigningKeysTable;
  link_tokens: LinkTokensTable;
  mails: MailsTable;
  video_mails: VideoMailsTable;
  invitations: InvitationsTable;
  invitation_tokens: InvitationTokensTable;
  known_places: KnownPlacesTable;
  kept_mails: KeptMailsTable;
}

export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;
export type UserRow = Selectable<UsersTable>;
export type VideoMailRow = Selectable<VideoMailsTable>;
export type InvitationRow = Selectable<InvitationsTable>;
