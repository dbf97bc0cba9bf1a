import type { Tables } from './tables.ts';

/** Compiles only if it has every table. */
const TABLES: Record<keyof Tables, true> = {
  account_deletions: true,
  announcement: true,
  backup_runs: true,
  comment_mails: true,
  departures: true,
  invitation_tokens: true,
  invitations: true,
  kept_mails: true,
  known_places: true,
  link_tokens: true,
  mails: true,
  nest_cards: true,
  nest_class_codes: true,
  nest_classes: true,
  nest_departures: true,
  nest_invitations: true,
  nest_pins: true,
  nest_refresh_tokens: true,
  nest_session_nests: true,
  nest_sessions: true,
  nests: true,
  people_import_lines: true,
  people_imports: true,
  refresh_tokens: true,
  sessions: true,
  setup: true,
  signing_keys: true,
  site_findings: true,
  site_languages: true,
  site_settings: true,
  site_text_translations: true,
  site_texts: true,
  tellings: true,
  told_settings: true,
  users: true,
  video_mails: true,
};

/** The tables that the database has after all migrations. */
export const TABLE_NAMES: readonly string[] = Object.keys(TABLES);
