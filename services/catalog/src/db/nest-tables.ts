import type { catalog } from '@larksong/contracts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

import type { Moment, MomentOrNull } from './column-types.ts';

/** What a nest, or all nests of a class, may see, and how long. */
export interface NestRulesTable {
  /** The id of the nest or of the class, which auth keeps. */
  id: string;
  owner_id: ColumnType<string, string, never>;
  /** Counts its changes. */
  version: Generated<number>;
  allows_search: boolean;
  /** Highest volume in percent. */
  volume: number;
  game: JSONColumnType<catalog.NestGame>;
  /** An IANA time zone. */
  zone: string;
  /** Minutes a day from Monday on, null on a day without a limit; null without any limit. */
  minutes: ColumnType<(number | null)[] | null, string | null, string | null>;
  /** Minutes of the day; both are null, or neither. `hours_from` is the later one if they are across midnight. */
  hours_from: number | null;
  hours_to: number | null;
  counts_learning: boolean;
  counts_game: boolean;
  /** Whether songs without a picture count. */
  counts_still: boolean;
  updated_at: Moment;
}

/** One row of pictures in a nest. */
export interface NestRowsTable {
  id: string;
  rule_id: string;
  rank: number;
  kind: 'list' | 'tag' | 'everything';
  /** Of a list only. */
  list_id: string | null;
  /** Of a tag only. */
  tag_type: catalog.TagType | null;
  tag_value: string | null;
  /** Null for a list, which has its own. */
  sign: string | null;
  hue: string | null;
  is_learning: boolean;
}

/** Songs that a grown-up took out of a nest, whatever row they are in. */
interface NestHiddenSongsTable {
  rule_id: string;
  video_id: string;
}

/** The nests of a rule that have been used; everything that is kept of them goes with their rule. */
interface NestIdsTable {
  nest_id: string;
  rule_id: string;
}

/** The song that a nest played last in a row. */
interface NestPositionsTable {
  nest_id: string;
  row_id: string;
  video_id: string;
}

/** What was counted on a day, in the time zone of the rule. */
export interface NestDaysTable {
  nest_id: string;
  /** As `YYYY-MM-DD`. */
  day: ColumnType<string, string, never>;
  seconds: ColumnType<number, number | undefined, number>;
  /** Those of them in which the last song was played out; they use up no time. */
  after_seconds: ColumnType<number, number | undefined, number>;
  extra_minutes: ColumnType<number, number | undefined, number>;
  /** Until then the hours of the day do not count. */
  extra_until: MomentOrNull;
  /** When the minutes of the day were used up. */
  over_at: MomentOrNull;
  /** Whether it had a limit when it was last counted, and which; null if a version from before these has counted. */
  has_limit: ColumnType<boolean | null, boolean | undefined, boolean>;
  limit_minutes: ColumnType<number | null, number | null | undefined, number | null>;
}

/** The intervals of the last minute that have been counted, over all devices of a nest. */
interface NestClocksTable {
  nest_id: string;
  /** Pairs of milliseconds since 1970. */
  recent: ColumnType<[number, number][], string | undefined, string>;
}

/** What a device plays right now; replaced by its next song, and deleted an hour after its last report. */
export interface NestPlayersTable {
  session_id: string;
  nest_id: string;
  /** Null before the first report, and for the game. */
  video_id: string | null;
  /** Segments that it may load. */
  windows: ColumnType<NestWindow[], string, string>;
  /** From when on it may begin another window; null until a report. */
  spare_at: ColumnType<Date | null, Date | null, Date | null>;
  /** When its last window began. */
  granted_at: ColumnType<Date | null, Date | null, Date | null>;
  /** Seconds of playing that no window has been extended for. */
  credit_seconds: number;
  begun_at: ColumnType<Date, Date, Date>;
  reported_at: ColumnType<Date | null, Date | null, Date | null>;
}

/** Consecutive segments of a song, `until` not included. */
export interface NestWindow {
  videoId: string;
  from: number;
  until: number;
}

export interface NestTables {
  nest_rules: NestRulesTable;
  nest_rows: NestRowsTable;
  nest_hidden_songs: NestHiddenSongsTable;
  nest_ids: NestIdsTable;
  nest_positions: NestPositionsTable;
  nest_days: NestDaysTable;
  nest_clocks: NestClocksTable;
  nest_players: NestPlayersTable;
}
