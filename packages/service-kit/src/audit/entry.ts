import { hash } from 'node:crypto';

/** The author of a change: an account, the command line, or the site itself. */
export interface Actor {
  id: string | null;
  name: string;
  /** The shortened address of the request. */
  network: string | null;
  requestId: string | null;
}

/** A row of `audit_entries`. */
export interface EntryRow {
  number: number;
  at: Date;
  actor_id: string | null;
  actor_name: string;
  network: string | null;
  request_id: string | null;
  action: string;
  subject_id: string | null;
  subject_name: string | null;
  before: unknown;
  after: unknown;
  /** The hash of the entry before this one. */
  previous_hash: Buffer;
  hash: Buffer;
}

/** The `previous_hash` of the very first entry. */
export const NO_HASH = Buffer.alloc(32);

/** Returns the hash of an entry: SHA-256 of its predecessor's hash and its own content. */
export function hashEntry(row: Omit<EntryRow, 'hash'>): Buffer {
  const { number, at, actor_id, actor_name, network, request_id, action, subject_id, subject_name } = row;
  const origin = [number, at.toISOString(), actor_id, actor_name, network, request_id];
  const content = [...origin, action, subject_id, subject_name, row.before, row.after];
  return hash('sha256', Buffer.concat([row.previous_hash, Buffer.from(JSON.stringify(content))]), 'buffer');
}

const MAX_TEXT = 300;
const MAX_ITEMS = 50;
/** Values under such names are never recorded. */
const SECRET = /passw|passphrase|secret|token|cookie|credential|hash/i;

/** Returns a copy of a value that is small enough to be recorded: long texts and lists are cut, secrets left out. */
export function toRecorded(value: unknown): unknown {
  if (value === undefined) return null;
  return JSON.parse(
    JSON.stringify(value, (name, part: unknown) => {
      if (SECRET.test(name)) return undefined;
      if (Array.isArray(part) && part.length > MAX_ITEMS)
        return [...part.slice(0, MAX_ITEMS), `… ${part.length - MAX_ITEMS} more`];
      return typeof part === 'string' ? shorten(part) : part;
    }),
  );
}

/** Returns a text of at most 300 characters, in well-formed Unicode. */
export function shorten(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  return short.replaceAll('\0', '').toWellFormed();
}
