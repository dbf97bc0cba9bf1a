import type { Role } from '@larksong/contracts';
import type { JWK } from 'jose';
import type { ColumnType, Generated, Kysely, Selectable } from 'kysely';

interface UsersTable {
  id: string;
  /** Trimmed and in lower case. */
  email: string;
  username: string;
  /** What makes a username unique: `usernameKey` of it. */
  username_key: string;
  display_name: string | null;
  password_hash: string;
  role: ColumnType<Role, Role | undefined, Role>;
  email_verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Generated<Date>;
}

/** One sign-in, with the family of its refresh tokens. */
interface SessionsTable {
  id: string;
  user_id: string;
  created_at: Generated<Date>;
  expires_at: Date;
  revoked_at: Date | null;
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
}

export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  signing_keys: SigningKeysTable;
}

export type Db = Kysely<Tables>;
export type UserRow = Selectable<UsersTable>;
