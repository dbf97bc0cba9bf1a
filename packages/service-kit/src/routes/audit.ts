import { Readable } from 'node:stream';

import { because, type auditCalls, type AuditFilter } from '@larksong/contracts';
import type { Kysely } from 'kysely';

import { AppError } from '../base/errors.ts';
import type { Register } from './route.ts';
import { checkAuditLog } from '../audit/check-chain.ts';
import { listEntries } from '../audit/list-entries.ts';
import { CSV_HEAD, toCsv } from '../audit/to-csv.ts';

const CSV_BATCH_ROWS = 500;

/** Registers the calls that list, check and save the audit log of a service. */
export function registerAudit<Tables>(
  register: Register,
  { db }: { db: Kysely<Tables> },
  calls: ReturnType<typeof auditCalls>,
): void {
  register(calls.list, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    const { limit, cursor, ...filter } = query;
    const entries = await listEntries(db, filter, { limit: limit + 1, before: toNumber(cursor) });
    const page = entries.slice(0, limit);
    const nextCursor = entries.length > limit ? String(page.at(-1)?.number) : null;
    return { data: { entries: page, nextCursor } };
  });

  register(calls.check, async ({ reply }) => {
    reply.header('cache-control', 'no-store');
    return { data: { check: await checkAuditLog(db) } };
  });

  register(calls.save, async ({ query }) => ({
    file: { name: 'larksong-changes.csv', bytes: Readable.from(readCsv(db, query)) },
  }));
}

async function* readCsv<Tables>(db: Kysely<Tables>, filter: AuditFilter): AsyncGenerator<string> {
  yield CSV_HEAD;
  let before: number | undefined;
  for (;;) {
    const entries = await listEntries(db, filter, { limit: CSV_BATCH_ROWS, before });
    if (entries.length > 0) yield toCsv(entries);
    if (entries.length < CSV_BATCH_ROWS) return;
    before = entries.at(-1)?.number;
  }
}

function toNumber(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor)) throw new AppError('VALIDATION_FAILED', because('call.cursor-not-valid'));
  return Number(cursor);
}
