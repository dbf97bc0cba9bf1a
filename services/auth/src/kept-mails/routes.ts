import { auth } from '@larksong/contracts';
import { AppError, parseUuid, type Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { unseal } from '../keys/seal.ts';
import { listKeptMailRows, type KeptMailRow } from './store.ts';

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
    if (query.cursor !== undefined && parseUuid(query.cursor) === undefined)
      throw new AppError('VALIDATION_FAILED', { message: 'cursor is not valid.' });
    const rows = await listKeptMailRows(db, { limit: limit + 1, before: query.cursor });
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
        nextCursor: rows.length > limit ? (mails.at(-1)?.id ?? null) : null,
      },
    };
  });
}

function readContent(row: KeptMailRow, key: Buffer): { text: string; link: string } {
  return JSON.parse(unseal(row.sealed_content, key, row.email)) as { text: string; link: string }; // as stored by `createKeptMail`
}
