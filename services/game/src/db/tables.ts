import type { Explained, FailureReason, game, Language } from '@larksong/contracts';
import type { ColumnType, Generated, JSONColumnType, Kysely, Selectable, Transaction } from 'kysely';

type Moment = ColumnType<Date, Date | undefined, Date>;
type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

type Json<T extends object> = JSONColumnType<T | null, string | null | undefined, string | null>;

interface CategoriesTable {
  id: string;
  /** In the tables of further packs: which one of them. */
  language: Generated<Language>;
  /** One user-perceived character, as returned by `toLetter`. */
  letter: string;
  created_at: Generated<Date>;
}

interface ItemsTable {
  id: string;
  category_id: string;
  type: game.ItemType;
  name: string;
  created_at: Generated<Date>;
}

/** The uploaded picture for a name of a letter. */
interface PicturesTable {
  id: string;
  category_id: string;
  name: string;
  key: string;
  /** SHA-256 of the uploaded file in hexadecimal; null for files of the starter pack and older uploads. */
  source_hash: string | null;
  created_at: Moment;
}

/** The prepared sound for a name of a letter. */
interface SoundsTable extends PicturesTable {
  duration_seconds: number | null;
}

/** The latest upload of a sound until it is prepared; a permanently failed one stays. */
interface SoundJobsTable {
  id: string;
  category_id: string;
  name: string;
  source_key: string;
  source_hash: string | null;
  size_bytes: number;
  /** The id of the upload's request. */
  request_id: string | null;
  state: 'due' | 'running' | 'failed';
  token: string | null;
  worker_id: string | null;
  due_at: Moment;
  heartbeat_at: MomentOrNull;
  started_count: Generated<number>;
  failure_count: Generated<number>;
  /** Number of workers that died while running only this sound. */
  death_count: Generated<number>;
  /** The claim whose death was counted last; a worker that returns can revoke it. */
  death_token: Generated<string | null>;
  /** Whether a worker was lost while running it; it then runs alone. */
  is_suspect: Generated<boolean>;
  /** Whether its worker runs nothing else. */
  is_alone: Generated<boolean>;
  error: string | null;
  /** Null for failures from before reasons were stored, and those of older workers. */
  error_reason: Json<FailureReason>;
  created_at: Moment;
}

/** Storage folders to empty, except for the object `keep`. */
interface SweepsTable {
  prefix: string;
  keep: string | null;
  since: Moment;
  sweep_count: Generated<number>;
  next_sweep_at: Moment;
}

/** An import of a card pack. */
interface PackImportsTable {
  id: string;
  language: Generated<Language>;
  /** The zip, until the import is done. */
  key: string;
  /** Whether pictures and sounds that exist are replaced. */
  replace: boolean;
  request_id: string | null;
  state: 'running' | 'done';
  step_count: number;
  /** The first step that is not done. */
  next_step: Generated<number>;
  /** The token of the process that works on it until `claimed_until`. */
  token: Generated<string | null>;
  claimed_until: MomentOrNull;
  /** Number of processes that have begun the next step and not ended it. */
  tries: Generated<number>;
  created_at: Moment;
}

interface PackLinesTable extends Omit<game.PackLine, 'explanation' | 'soundReason'> {
  explanation: Json<Explained>;
  sound_reason: Json<FailureReason>;
  import_id: string;
  step: number;
  /** From 0, within the step. */
  number: number;
  /** The upload of an added sound, which may still fail. */
  sound_id: string | null;
}

interface SettingsTable {
  only_row: Generated<boolean>;
  grids: game.Grid[];
}

export interface Tables {
  categories: CategoriesTable;
  items: ItemsTable;
  pictures: PicturesTable;
  sounds: SoundsTable;
  sound_jobs: SoundJobsTable;
  sweeps: SweepsTable;
  settings: SettingsTable;
  pack_imports: PackImportsTable;
  pack_lines: PackLinesTable;
}

export type Db = Kysely<Tables>;
/** A transaction; the caller opens it. */
export type Trx = Transaction<Tables>;

export type CategoryRow = Selectable<CategoriesTable>;
export type ItemRow = Selectable<ItemsTable>;
export type SoundJobRow = Selectable<SoundJobsTable>;
export type PackImportRow = Selectable<PackImportsTable>;
export type PackLineRow = Selectable<PackLinesTable>;
