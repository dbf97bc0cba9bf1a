import { getSession, logout, refreshToken } from '@larksong/contracts';
import { createRegister, signedIn, type Guards } from '@larksong/service-kit';
import type { FastifyPluginAsync } from 'fastify';

import type { Db } from '../db/tables.ts';
import { findSession, markRevoked } from './store.ts';
import type { TokenIssuer } from './token-issuer.ts';

export const sessionRoutes: FastifyPluginAsync<{ db: Db; tokens: TokenIssuer; guards: Guards }> = async (
  app,
  { db, tokens, guards },
) => {
  const register = createRegister(app, guards);

  register(refreshToken, async ({ body, reply }) => {
    reply.header('cache-control', 'no-store');
    return { data: await tokens.refresh(body.refreshToken) };
  });

  register(logout, async ({ viewer }) => {
    await markRevoked(db, signedIn(viewer).sessionId);
    return { message: 'You are signed out.' };
  });

  register(getSession, async ({ params }) => {
    const session = await findSession(db, params.id);
    return { data: { active: session?.isActive ?? false, user: session?.user ?? null } };
  });
};
