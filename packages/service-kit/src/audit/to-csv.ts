import type { AuditEntry } from '@larksong/contracts';

const COLUMNS: [string, (entry: AuditEntry) => string | number | null][] = [
  ['number', ({ number }) => number],
  ['at', ({ at }) => at],
  ['actor', ({ actor }) => actor.name],
  ['actor_id', ({ actor }) => actor.id],
  ['network', ({ network }) => network],
  ['action', ({ action }) => action],
  ['subject', ({ subject }) => subject.name],
  ['subject_id', ({ subject }) => subject.id],
  ['before', ({ before }) => toJson(before)],
  ['after', ({ after }) => toJson(after)],
  ['request_id', ({ requestId }) => requestId],
];

/** The first line of the file, after the mark by which spreadsheets recognise UTF-8. */
export const CSV_HEAD = `\uFEFF${COLUMNS.map(([name]) => name).join(',')}\r\n`;

/** Returns entries as lines of CSV (RFC 4180). */
export function toCsv(entries: AuditEntry[]): string {
  return entries.map((entry) => `${COLUMNS.map(([, of]) => toCell(of(entry))).join(',')}\r\n`).join('');
}

/** Spreadsheets run a text that begins like a formula, so it gets an apostrophe in front. */
function toCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
