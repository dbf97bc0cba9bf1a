import { auth } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import type { Db } from '../db/tables.ts';
import { clearStreamCookie } from './clear-stream-cookie.ts';
import {
  findSession,
  listJustRevoked,
  listLivingSessions,
  markAllRevoked,
  markOwnRevoked,
  markRevoked,
  type LivingSession,
} from './store.ts';
import type { TokenIssuer } from './token-issuer.ts';

/** Longer than other services regard a session as active without asking for it. */
const ENDED_SECONDS = 120;

/** Registers the calls that refresh and end sessions, and the state of a session for other services. */
export function registerSessions(register: Register, { db, tokens }: { db: Db; tokens: TokenIssuer }): void {
  register(auth.refreshToken, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    return { data: await tokens.refresh(body.refreshToken) };
  });

  register(auth.logout, async ({ viewer, reply }) => {
    clearStreamCookie(reply);
    await markRevoked(db, viewer.sessionId);
    return { message: 'You are signed out.' };
  });

  register(auth.listSessions, async ({ viewer, reply }) => {
    reply.header('cache-control', 'no-store');
    const living = await listLivingSessions(db, viewer.id);
    return { data: { sessions: living.map((session) => toSession(session, viewer.sessionId)) } };
  });

  register(auth.endSession, async ({ params, viewer }) => {
    if (!(await markOwnRevoked(db, viewer.id, params.id))) throw new AppError('SESSION_NOT_FOUND');
    return { message: 'The session was signed out.' };
  });

  register(auth.endOtherSessions, async ({ query, viewer, reply }) => {
    if (query.all) clearStreamCookie(reply);
    const { id, sessionId } = viewer;
    await markAllRevoked(db, id, query.all ? undefined : sessionId);
    return { message: query.all ? 'You are signed out everywhere.' : 'You are signed out everywhere else.' };
  });

  register(auth.getSession, async ({ params }) => {
    const session = await findSession(db, params.id);
    return { data: { active: session?.isActive ?? false, user: session?.user ?? null } };
  });

  register(auth.listEndedSessions, async () => ({
    data: { ids: await listJustRevoked(db, ENDED_SECONDS) },
  }));
}

function toSession(session: LivingSession, currentId: string): auth.Session {
  return {
    id: session.id,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    userAgent: session.userAgent,
    isCurrent: session.id === currentId,
  };
}
