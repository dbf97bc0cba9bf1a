import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...CHILDREN, ...SESSIONS, ...CARDS, ...OTHERS])
    await sql.raw(statement).execute(db);
}

// The key with the owner makes sure that a nest has the owner of its class.
const CHILDREN = [
  `create table nest_classes (
    id uuid primary key,
    owner_id uuid not null references users on delete cascade,
    shared_with_id uuid references users on delete set null,
    name text not null,
    sign text not null,
    hue text not null,
    created_at timestamptz not null default clock_timestamp(),
    unique (id, owner_id)
  )`,
  'create index nest_classes_owner on nest_classes (owner_id)',
  'create index nest_classes_shared on nest_classes (shared_with_id) where shared_with_id is not null',
  `create table nests (
    id uuid primary key,
    owner_id uuid not null references users on delete cascade,
    shared_with_id uuid references users on delete set null,
    class_id uuid,
    animal text not null,
    ground text not null,
    nickname text not null,
    created_at timestamptz not null default clock_timestamp(),
    foreign key (class_id, owner_id) references nest_classes (id, owner_id) on delete cascade
  )`,
  'create index nests_owner on nests (owner_id)',
  'create index nests_shared on nests (shared_with_id) where shared_with_id is not null',
  'create index nests_class on nests (class_id) where class_id is not null',
];

const CARDS_TABLE = `create table nest_cards (
    id uuid primary key,
    nest_id uuid references nests on delete cascade,
    class_id uuid references nest_classes on delete cascade,
    label text not null,
    code_hash bytea not null unique,
    code_sealed bytea not null,
    key_id text not null,
    made_at timestamptz not null default clock_timestamp(),
    last_used_at timestamptz,
    check (num_nonnulls(nest_id, class_id) = 1)
  )`;

const SESSIONS = [
  CARDS_TABLE,
  `create table nest_sessions (
    id uuid primary key,
    member_id uuid not null references users on delete cascade,
    came_by text not null,
    card_id uuid references nest_cards on delete cascade,
    class_id uuid references nest_classes on delete cascade,
    can_switch boolean not null,
    device text,
    created_at timestamptz not null default clock_timestamp(),
    last_used_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz not null,
    revoked_at timestamptz
  )`,
  'create index nest_sessions_member on nest_sessions (member_id)',
  'create index nest_sessions_card on nest_sessions (card_id) where card_id is not null',
  'create index nest_sessions_class on nest_sessions (class_id) where class_id is not null',
  'create index nest_sessions_revoked on nest_sessions (revoked_at) where revoked_at is not null',
  'create index nest_sessions_expires on nest_sessions (expires_at)',
  `create table nest_session_nests (
    session_id uuid not null references nest_sessions on delete cascade,
    nest_id uuid not null references nests on delete cascade,
    primary key (session_id, nest_id)
  )`,
  'create index nest_session_nests_nest on nest_session_nests (nest_id)',
  `create table nest_refresh_tokens (
    token_hash bytea primary key,
    session_id uuid not null references nest_sessions on delete cascade,
    used_at timestamptz
  )`,
  'create index nest_refresh_tokens_session on nest_refresh_tokens (session_id)',
];

const CARDS = [
  'create index nest_cards_nest on nest_cards (nest_id) where nest_id is not null',
  'create index nest_cards_class on nest_cards (class_id) where class_id is not null',
  `create table nest_class_codes (
    class_id uuid primary key references nest_classes on delete cascade,
    code_hash bytea not null unique,
    code_sealed bytea not null,
    key_id text not null,
    ends_at timestamptz not null
  )`,
];

const OTHERS = [
  `create table nest_pins (
    user_id uuid primary key references users on delete cascade,
    hash text,
    key_id text,
    wrong_in_row integer not null default 0,
    wrong_since_right integer not null default 0,
    wrong_day date,
    wrong_on_day integer not null default 0,
    next_try_at timestamptz,
    rests boolean not null default false
  )`,
  `create table nest_departures (
    id uuid primary key,
    tries integer not null default 0,
    due_at timestamptz not null default clock_timestamp()
  )`,
  'create index nest_departures_due on nest_departures (due_at)',
];
