import { STREAM_COOKIE, STREAM_MARK_COOKIE } from '@larksong/contracts';
import type { Viewer } from '@larksong/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { StreamCookies } from './stream-cookie.ts';

/**
 * Sets the stream cookie on an authenticated response if the browser has none for this session, or one past half of its
 * lifetime. Browsers send that cookie only below its own path, so a second cookie, which expires after that half,
 * reports it to other calls.
 */
export async function offerStreamCookie(
  viewer: Viewer,
  answer: { request: FastifyRequest; reply: FastifyReply; cookies: StreamCookies },
): Promise<void> {
  const { request, reply, cookies } = answer;
  if (request.cookies[STREAM_MARK_COOKIE] === viewer.sessionId) return;
  const value = request.cookies[STREAM_COOKIE];
  const held = value === undefined ? undefined : await cookies.read(value);
  if (held?.viewer.sessionId === viewer.sessionId && !held.isAgeing) return;
  reply.header('set-cookie', [await cookies.issue(viewer), cookies.mark(viewer)]);
}
