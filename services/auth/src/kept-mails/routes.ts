import { auth } from '@larksong/contracts';
import { AppError, createRegister, isUuid, signedIn, type Guards } from '@larksong/service-kit';
import type { FastifyPluginAsync } from 'fastify';

import type { Db } from '../db/tables.ts';
import { unseal } from '../keys/seal.ts';
import { listKeptMailRows, type KeptMailRow } from './store.ts';

export interface KeptMailRoutesOptions {
  db: Db;
  guards: Guards;
  /** Made from AUTH_SECRET. */
  key: Buffer;
  hasMailServer: boolean;
}

const DEFAULT_LIMIT = 50;

/** The mails that no server was there to take, for superadmins. */
export const keptMailRoutes: FastifyPluginAsync<KeptMailRoutesOptions> = async (app, options) => {
  const { db, guards, key, hasMailServer } = options;
  const register = createRegister(app, guards);

  register(auth.listKeptMails, async ({ query, viewer, request, reply }) => {
    reply.header('cache-control', 'no-store');
    const limit = query.limit ?? DEFAULT_LIMIT;
    if (query.cursor !== undefined && !isUuid(query.cursor))
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
    // Whoever reads a link can use it.
    if (mails.length > 0)
      request.log.info({ by: signedIn(viewer).id, mails: mails.length }, 'kept mails were shown');
    return {
      data: { hasMailServer, mails, nextCursor: rows.length > limit ? (mails.at(-1)?.id ?? null) : null },
    };
  });
};

function readContent(row: KeptMailRow, key: Buffer): { text: string; link: string } {
  return JSON.parse(unseal(row.sealed_content, key, row.email)) as { text: string; link: string }; // as it was sealed
}
