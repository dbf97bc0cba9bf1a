import { STREAM_COOKIE, STREAM_MARK_COOKIE } from '@larksong/contracts';
import type { Viewer } from '@larksong/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { StreamCookies } from './stream-cookie.ts';

/**
 * Sets the stream cookie on a signed-in answer when the browser has none for this session, or one past half of its time.
 * Browsers send that cookie below its own path alone, so a second one, gone after that half, tells calls of it.
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
