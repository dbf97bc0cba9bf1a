import type { game } from '@larksong/contracts';
import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely';

type Moment = ColumnType<Date, Date | undefined, Date>;
type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

interface CategoriesTable {
  id: string;
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
}

export type Db = Kysely<Tables>;
/** A transaction; the caller opens it. */
export type Trx = Transaction<Tables>;

export type CategoryRow = Selectable<CategoriesTable>;
export type ItemRow = Selectable<ItemsTable>;
export type SoundJobRow = Selectable<SoundJobsTable>;
