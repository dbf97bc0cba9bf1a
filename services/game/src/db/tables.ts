import type { game } from '@larksong/contracts';
import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely';

type Moment = ColumnType<Date, Date | undefined, Date>;
type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;

interface CategoriesTable {
  id: string;
  /** One character as a person sees it, as `toLetter` gives it. */
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

/** The uploaded picture of a name of a letter. */
interface PicturesTable {
  id: string;
  category_id: string;
  name: string;
  key: string;
  created_at: Moment;
}

/** The prepared sound of a name of a letter. */
interface SoundsTable extends PicturesTable {
  duration_seconds: number | null;
}

/** The newest upload of a sound, until it is prepared; it stays when it failed for good. */
interface SoundJobsTable {
  id: string;
  category_id: string;
  name: string;
  source_key: string;
  size_bytes: number;
  /** Of the upload. */
  request_id: string | null;
  state: 'due' | 'running' | 'failed';
  token: string | null;
  worker_id: string | null;
  due_at: Moment;
  heartbeat_at: MomentOrNull;
  started_count: Generated<number>;
  failure_count: Generated<number>;
  /** Workers that died while this sound had them for itself. */
  death_count: Generated<number>;
  /** The claim whose death was counted last; its worker may come back and take that back. */
  death_token: Generated<string | null>;
  /** A worker was lost with it, so it runs alone from now on. */
  is_suspect: Generated<boolean>;
  /** Nothing else runs in its worker's process. */
  is_alone: Generated<boolean>;
  error: string | null;
  created_at: Moment;
}

/** Folders of object storage that are to be emptied, all but `keep`. */
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
