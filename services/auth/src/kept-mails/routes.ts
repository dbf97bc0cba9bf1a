import { auth, because } from '@larksong/contracts';
import { AppError, parseUuid, unseal, type Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { listKeptMailRows, type KeptMailPlace, type KeptMailRow } from './store.ts';

interface KeptMailDeps {
  db: Db;
  /** Encrypts the mails. */
  keptMailKey: Buffer;
  hasMailServer: () => Promise<boolean>;
}

/** Registers the list of mails that a site without a mail server keeps for superadmins. */
export function registerKeptMails(register: Register, deps: KeptMailDeps): void {
  const { db, keptMailKey: key, hasMailServer } = deps;

  register(auth.listKeptMails, async ({ query, viewer, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const { limit } = query;
    const after = query.cursor === undefined ? undefined : parseCursor(query.cursor);
    const rows = await listKeptMailRows(db, { limit: limit + 1, after });
    const mails = rows.slice(0, limit).map((row) => ({
      id: row.id,
      to: row.email,
      subject: row.subject,
      ...readContent(row, key),
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    }));
    // Logged, since any reader of a link can use it.
    if (mails.length > 0) request.log.info({ by: viewer.id, mails: mails.length }, 'kept mails were shown');
    return {
      data: {
        hasMailServer: await hasMailServer(),
        mails,
        nextCursor: rows.length > limit ? toCursor(rows[limit - 1]) : null,
      },
    };
  });
}

const RESET_PREFIX = 'reset.';

function toCursor(place: KeptMailPlace | undefined): string | null {
  return place ? (place.isReset ? RESET_PREFIX : '') + place.id : null;
}

function parseCursor(cursor: string): KeptMailPlace {
  const isReset = cursor.startsWith(RESET_PREFIX);
  const id = parseUuid(isReset ? cursor.slice(RESET_PREFIX.length) : cursor);
  if (id === undefined) throw new AppError('VALIDATION_FAILED', because('call.cursor-not-valid'));
  return { isReset, id };
}

function readContent(row: KeptMailRow, key: Buffer): { text: string; link: string } {
  return JSON.parse(unseal(row.sealed_content, key, row.email)) as { text: string; link: string }; // as stored by `createKeptMail`
}
