import type { Viewer } from '@larksong/service-kit';
import { recordAs, toActor } from '@larksong/service-kit/audit';
import type { FastifyRequest } from 'fastify';

import type { Db } from '../db/tables.ts';

/** An open page asks for its list every few seconds, which is one opening. */
const SAME_OPENING_MS = 3_600_000;
const MAX_OPENINGS = 10_000;

interface Opening {
  caller: Viewer;
  request: FastifyRequest;
  list: { id: string; name: string };
}

/** Returns a function that records in the audit log that a superadmin opened a member's list, once an hour a session. */
export function createRecordOpening(db: Db, now = Date.now): (opening: Opening) => Promise<void> {
  const recordedAt = new Map<string, number>();
  return async ({ caller, request, list: { id, name } }) => {
    const key = `${caller.sessionId} ${id}`;
    if (now() - (recordedAt.get(key) ?? -Infinity) < SAME_OPENING_MS) return;
    const record = recordAs(toActor(caller, request));
    await db.transaction().execute((trx) => record(trx, { action: 'list.opened', subject: { id, name } }));
    recordedAt.delete(key); // the newest is the last one
    recordedAt.set(key, now());
    if (recordedAt.size > MAX_OPENINGS) recordedAt.delete(recordedAt.keys().next().value ?? '');
  };
}
