import { Type, type Static } from 'typebox';

import { Nullable, Timestamp } from '../primitives.ts';

const Count = Type.Integer({ minimum: 0 });

/** `refused`: the server answers, but does not accept the user, the password or the name of the database. */
const ServerState = Type.Union([Type.Literal('ok'), Type.Literal('away'), Type.Literal('refused')]);

/** A table that nobody else can read, and the session of Postgres that holds the lock. */
export const LockedTable = Type.Object({
  name: Type.String(),
  seconds: Type.Number(),
  pid: Count,
  /** What the program calls itself; empty if it has no name. */
  program: Type.String(),
});

/** A database as the service that uses it sees it. The figures are null or empty unless `state` is `ok`. */
export const DatabaseStatus = Type.Object({
  state: ServerState,
  /** Why it cannot be used, in the words of the server or the system; null if it can. */
  problem: Nullable(Type.String()),
  /** How far the service's clock is ahead of the database's, beyond the uncertainty of the measurement. */
  clockAheadMs: Nullable(Type.Number()),
  /** Connections of all programs to the server, and its limit. */
  connections: Nullable(Count),
  maxConnections: Nullable(Count),
  /** Migrations that this version has and the database lacks, and the reverse. */
  pendingMigrations: Type.Array(Type.String()),
  unknownMigrations: Type.Array(Type.String()),
  /** The database and its owner, if Postgres knows no letters but English ones in it; null otherwise. */
  withoutLetters: Nullable(Type.Object({ database: Type.String(), owner: Type.String() })),
  /** Whether Postgres refuses every change; missing in answers of older versions, like the others below. */
  isReadOnly: Type.Optional(Type.Boolean()),
  /** Tables that this version needs and the database lacks, although all migrations were made. */
  missingTables: Type.Optional(Type.Array(Type.String())),
  /** Tables that another session has kept locked for more than ten seconds. */
  lockedTables: Type.Optional(Type.Array(LockedTable)),
});
export type DatabaseStatus = Static<typeof DatabaseStatus>;

/** Redis as a service sees it. */
export const RedisStatus = Type.Object({
  state: ServerState,
  problem: Nullable(Type.String()),
  clockAheadMs: Nullable(Type.Number()),
  /** Whether it has a password, or is reachable from its own machine only. */
  isProtected: Type.Boolean(),
  /** Its eviction policy when its memory is full; null if unknown. */
  evictionPolicy: Nullable(Type.String()),
});
export type RedisStatus = Static<typeof RedisStatus>;

/** The operations that a key of object storage permits. */
export const StorageRight = Type.Union([
  Type.Literal('write'),
  Type.Literal('read'),
  Type.Literal('list'),
  Type.Literal('delete'),
]);
export type StorageRight = Static<typeof StorageRight>;

/** Object storage as a service sees it. */
export const StorageStatus = Type.Object({
  kind: Type.Union([Type.Literal('folder'), Type.Literal('s3')]),
  state: Type.Union([Type.Literal('ok'), Type.Literal('away'), Type.Literal('full')]),
  /** The first of these that failed, tried with an object of a few bytes; null if all work. */
  denied: Nullable(StorageRight),
  /** The failure in the words of the server or the system; null without one. */
  problem: Nullable(Type.String()),
  freeBytes: Nullable(Count),
});
export type StorageStatus = Static<typeof StorageStatus>;

/** The status that every service reports about itself. */
export const ProcessStatus = Type.Object({
  version: Type.String(),
  nodeVersion: Type.String(),
  startedAt: Timestamp,
  now: Timestamp,
  memory: Type.Object({
    usedBytes: Count,
    /** Null without a limit. */
    limitBytes: Nullable(Count),
  }),
  /** Names of settings whose value is a placeholder, short or simple. */
  weakSecrets: Type.Array(Type.String()),
  /** Null for a service without one. */
  database: Nullable(DatabaseStatus),
  redis: Nullable(RedisStatus),
  storage: Nullable(StorageStatus),
});
export type ProcessStatus = Static<typeof ProcessStatus>;
