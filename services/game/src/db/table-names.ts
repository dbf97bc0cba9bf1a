import type { Tables } from './tables.ts';

/** Compiles only if it has every table. */
const TABLES: Record<keyof Tables, true> = {
  categories: true,
  items: true,
  pack_imports: true,
  pack_lines: true,
  pictures: true,
  settings: true,
  sound_jobs: true,
  sounds: true,
  sweeps: true,
};

/** The tables that the database has after all migrations. */
export const TABLE_NAMES: readonly string[] = Object.keys(TABLES);
