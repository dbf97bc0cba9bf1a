import {
  NEST_COOKIE,
  NEST_COOKIE_SECONDS,
  NEST_MARK_COOKIE,
  NEST_MARK_COOKIE_PATH,
  NEST_STREAM_COOKIE,
  STREAM_COOKIE,
  STREAM_COOKIE_PATH,
  STREAM_MARK_COOKIE,
  STREAM_MARK_COOKIE_PATH,
} from '@larksong/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookies by which the rest of the site knows that a nest is in a browser. */
export interface NestCookies {
  /** Says that a nest is here. */
  set: (reply: FastifyReply) => void;
  /** Deletes what a member's session left in the browser, and what it has cached. */
  clearMembers: (reply: FastifyReply) => void;
  /** Says that no nest is here any more, if there was one. Called only after a password was verified. */
  clear: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Returns the cookies of a site. */
export function createNestCookies({ isSecure }: { isSecure: boolean }): NestCookies {
  const secure = isSecure ? '; Secure' : '';
  return {
    set(reply) {
      const attributes = `Path=/; Max-Age=${NEST_COOKIE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
      reply.header('set-cookie', `${NEST_COOKIE}=1; ${attributes}`);
    },
    clearMembers(reply) {
      expire(reply, STREAM_COOKIE, STREAM_COOKIE_PATH);
      expire(reply, STREAM_MARK_COOKIE, STREAM_MARK_COOKIE_PATH);
      reply.header('clear-site-data', '"cache"');
    },
    clear(request, reply) {
      if (!request.headers.cookie?.includes(NEST_COOKIE)) return;
      expire(reply, NEST_COOKIE, '/');
      expire(reply, NEST_STREAM_COOKIE, STREAM_COOKIE_PATH);
      expire(reply, NEST_MARK_COOKIE, NEST_MARK_COOKIE_PATH);
    },
  };
}

function expire(reply: FastifyReply, name: string, path: string): void {
  reply.header('set-cookie', `${name}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Strict`);
}
