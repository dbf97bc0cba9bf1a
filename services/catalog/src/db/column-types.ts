import type { ColumnType, JSONColumnType } from 'kysely';

export type Moment = ColumnType<Date, Date | undefined, Date>;
export type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** The driver returns bigint as text. */
export type BigInteger = ColumnType<string, number | string, number | string>;
export type Json<T extends object> = JSONColumnType<T | null, string | null | undefined, string | null>;
