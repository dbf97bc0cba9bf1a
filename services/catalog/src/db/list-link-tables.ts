import type { ColumnType, Generated } from 'kysely';

import type { Moment } from './column-types.ts';

/** The code by which something is found, as a keyed hash and a sealed copy. */
interface CodeColumns {
  code_hash: Buffer;
  code_sealed: Buffer;
  /** The secret that both were made with. */
  key_id: string;
}

export interface SongListLinksTable extends CodeColumns {
  id: string;
  list_id: string;
  maker_id: string;
  name: string;
  ends_at: ColumnType<Date | null, Date | null, Date | null>;
  shows_own: boolean;
  has_preview: boolean;
  opening_count: Generated<number>;
  made_at: Moment;
}

/** The code for the board of a link; at most one. */
export interface SongListCodesTable extends CodeColumns {
  link_id: string;
  ends_at: ColumnType<Date, Date, Date>;
}

export interface SongListOpeningsTable {
  link_id: string;
  /** In UTC. */
  day: ColumnType<Date, never, never>;
  count: number;
}

/** What an account is on the site; `none` once it is disabled or deleted. */
export type Standing = 'none' | 'member' | 'teacher' | 'superadmin';

/** What the makers of links were when auth last said it. */
export interface SongListMakersTable {
  id: string;
  standing: Standing;
}
