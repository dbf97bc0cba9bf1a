import type { catalog } from '@larksong/contracts';
import type { ColumnType, Generated } from 'kysely';

import type { Moment, MomentOrNull } from './column-types.ts';

export interface SongListsTable {
  id: string;
  /** Null for a list of the site. */
  owner_id: ColumnType<string | null, string | null, never>;
  name: string;
  description: string;
  sign: catalog.ListSign;
  hue: catalog.ChipHue;
  /** Letters of the game, in its order. */
  letters: string[];
  /** Counts the changes of its songs and their order. */
  version: Generated<number>;
  /** The number of its songs, also of those that somebody may not see; maintained by triggers. */
  song_count: ColumnType<number, never, never>;
  /** The place of a list of the site among the others. */
  site_rank: ColumnType<number | null, number | null | undefined, number | null>;
  /** Whether others may suggest songs for it. */
  is_open_for_suggestions: Generated<boolean>;
  created_at: Moment;
  updated_at: Moment;
  /** Since then it can only be restored. */
  deleted_at: MomentOrNull;
}

export interface SongListSongsTable {
  list_id: string;
  video_id: string;
  /** Its place in the list, with gaps for those that are put between two others. The driver returns bigint as text. */
  rank: ColumnType<string, number, number>;
  added_at: Moment;
}

/** The song that a user last played in a list; it goes with the song. */
export interface SongListPositionsTable {
  user_id: string;
  list_id: string;
  video_id: string;
  at: Moment;
}
