import { STREAM_COOKIE, STREAM_COOKIE_PATH } from '@larksong/contracts';
import type { FastifyReply } from 'fastify';

/** Deletes the stream cookie, so that media of a signed-out user becomes inaccessible at once in this browser. */
export function clearStreamCookie(reply: FastifyReply): void {
  reply.header(
    'set-cookie',
    `${STREAM_COOKIE}=; Path=${STREAM_COOKIE_PATH}; Max-Age=0; HttpOnly; SameSite=Strict`,
  );
}
