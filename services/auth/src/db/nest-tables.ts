import type { auth, catalog } from '@larksong/contracts';
import type { ColumnType, Generated } from 'kysely';

// What is stored of children is listed in test/nest-columns.test.ts, and nothing else may be.

interface NestsTable {
  id: string;
  owner_id: string;
  /** The member who shares it. */
  shared_with_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** A class of the same owner. */
  class_id: string | null;
  animal: auth.Animal;
  ground: auth.Ground;
  nickname: string;
  created_at: Generated<Date>;
}

interface NestClassesTable {
  id: string;
  owner_id: string;
  shared_with_id: ColumnType<string | null, string | null | undefined, string | null>;
  name: string;
  sign: catalog.ListSign;
  hue: catalog.ChipHue;
  created_at: Generated<Date>;
}

/** A device on which nests are open. */
interface NestSessionsTable {
  id: string;
  /** Who handed over; of cards and codes the owner. */
  member_id: string;
  /** Who made the card or the code, whose PIN opens the door as long as there is one. */
  maker_id: ColumnType<string | null, string | null | undefined, never>;
  came_by: auth.CameBy;
  card_id: ColumnType<string | null, string | null | undefined, null>;
  /** All nests of this class are open; otherwise those of `nest_session_nests`. */
  class_id: ColumnType<string | null, string | null | undefined, never>;
  can_switch: boolean;
  /** The beginning of its User-Agent. */
  device: string | null;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
  expires_at: Date;
  revoked_at: ColumnType<Date | null, never, Date | null>;
}

interface NestSessionNestsTable {
  session_id: string;
  nest_id: string;
}

interface NestRefreshTokensTable {
  /** SHA-256 of the token; the token itself is not stored. */
  token_hash: Buffer;
  session_id: string;
  used_at: ColumnType<Date | null, never, Date>;
}

/** Cards of a nest or of a class. */
interface NestCardsTable {
  id: string;
  nest_id: string | null;
  class_id: string | null;
  label: string;
  /** Who made it; null for those of earlier versions, and if the account is gone. */
  maker_id: ColumnType<string | null, string | undefined, never>;
  /** An HMAC of the code, by which it is found. */
  code_hash: Buffer;
  /** The code, encrypted, so that the card can be printed again. */
  code_sealed: Buffer;
  /** Names the key of both. */
  key_id: string;
  made_at: Generated<Date>;
  last_used_at: ColumnType<Date | null, never, Date>;
}

interface NestClassCodesTable {
  class_id: string;
  /** Who made it; null for those of earlier versions, and if the account is gone. */
  maker_id: ColumnType<string | null, string | undefined, string>;
  code_hash: Buffer;
  code_sealed: Buffer;
  key_id: string;
  ends_at: Date;
}

/** The PIN of a member, and how often it was mistyped. */
interface NestPinsTable {
  user_id: string;
  /** Argon2id over an HMAC of the PIN; null until one is chosen. */
  hash: ColumnType<string | null, string | null | undefined, string>;
  /** Names the key of the HMAC. */
  key_id: ColumnType<string | null, string | null | undefined, string>;
  wrong_in_row: Generated<number>;
  wrong_since_right: Generated<number>;
  /** The day in UTC that `wrong_on_day` is about. */
  wrong_day: ColumnType<string | null, never, string>;
  wrong_on_day: Generated<number>;
  next_try_at: ColumnType<Date | null, never, Date | null>;
  /** Whether it opens nothing until the password is given. */
  rests: Generated<boolean>;
}

/** Deleted nests and classes of which catalog is to be told. */
interface NestDeparturesTable {
  id: string;
  /** Failed tries; -1 after catalog was told for the first time. */
  tries: Generated<number>;
  due_at: Generated<Date>;
}

/** An invitation to share a nest or a class, for the member of this name, if there is one. */
interface NestInvitationsTable {
  id: string;
  nest_id: string | null;
  class_id: string | null;
  /** As it was typed. */
  name: string;
  name_key: string;
  made_at: Generated<Date>;
}

export interface NestTables {
  nests: NestsTable;
  nest_classes: NestClassesTable;
  nest_sessions: NestSessionsTable;
  nest_session_nests: NestSessionNestsTable;
  nest_refresh_tokens: NestRefreshTokensTable;
  nest_cards: NestCardsTable;
  nest_class_codes: NestClassCodesTable;
  nest_invitations: NestInvitationsTable;
  nest_pins: NestPinsTable;
  nest_departures: NestDeparturesTable;
}
