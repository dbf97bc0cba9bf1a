import type { catalog } from '@larksong/contracts';
import type { ColumnType, Generated } from 'kysely';

import type { Json, Moment, MomentOrNull } from './column-types.ts';

interface FlagsTable {
  id: string;
  video_id: string;
  /** The viewer, who cannot be identified from it; null once the day is over. */
  viewer_key: ColumnType<Buffer | null, Buffer, null>;
  /** The network from which it came; null once the day is over. */
  network_key: ColumnType<Buffer | null, Buffer, null>;
  /** The day on which the viewer can flag the video once (UTC). */
  day: ColumnType<Date, string, never>;
  kind: catalog.FlagKind;
  text: Generated<string>;
  player_error: Json<catalog.PlayerError>;
  /** Null for visitors and nests, and once the account is deleted. */
  member_id: string | null;
  member_name: Generated<string>;
  /** When auth said the name. */
  named_at: Generated<Date>;
  /** The nest, whose grown-ups alone are told. */
  nest_id: string | null;
  nest_owner_id: string | null;
  made_at: Moment;
  /** When the notices about it were made. */
  told_at: MomentOrNull;
  closed_at: MomentOrNull;
  closed_by_id: string | null;
  /** Empty once that account is deleted. */
  closed_by_name: string | null;
}

interface ListSuggestionsTable {
  id: string;
  list_id: string;
  member_id: string;
  /** As auth last said it. */
  member_name: string;
  named_at: Generated<Date>;
  /** Null for a title that the member wrote. */
  video_id: string | null;
  title: Generated<string>;
  state: Generated<catalog.Suggestion['state']>;
  made_at: Moment;
  /** When the owner of the list was told of it. */
  told_at: MomentOrNull;
  decided_at: MomentOrNull;
  decided_by_id: string | null;
}

export interface ParticipationTables {
  flags: FlagsTable;
  list_suggestions: ListSuggestionsTable;
}
