import { createHash } from 'node:crypto';

import {
  ApiError,
  catalog,
  createClient,
  GUEST_COOKIE,
  STREAM_COOKIE,
  type Data,
  type ErrorCode,
  type Reason,
} from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

import { toRestMs } from '../remembered.ts';

type Rights = Data<typeof catalog.getStreamRights>;

export interface RightsDirectory {
  /**
   * Returns the rights of the viewer who sends these credentials; a visitor sends none. Throws catalog's error if the viewer
   * may not watch, and UNAVAILABLE if catalog does not answer.
   */
  get: (videoId: string, credentials: Record<string, string>) => Promise<Rights>;
}

interface Options {
  catalogUrl: string;
  /**
   * How long an answer is used, from the moment at which catalog was asked. Catalog itself notices an ended session within
   * five seconds.
   */
  maxAgeMs: number;
  timeoutMs: number;
}

interface Question {
  videoId: string;
  headers: Record<string, string>;
}

const GUEST_COOKIES = new RegExp(`(?:^|; ?)(${GUEST_COOKIE}[^=;]+=[^;]*)`, 'g');
/** More than a browser has of one site. */
const MAX_GUEST_COOKIES = 16;
/** Maximum number of remembered answers, one per viewer and video. */
const MAX_ANSWERS = 20_000;

/**
 * Asks catalog who may watch, and remembers only permissions, so that a new one counts at once. Simultaneous questions
 * about one viewer and video are asked once.
 */
export function createRights({ catalogUrl, maxAgeMs, timeoutMs }: Options): RightsDirectory {
  const call = createClient({ baseUrl: catalogUrl.replace(/\/$/, '') });
  const answers = new LRUCache<string, Rights, Question>({
    max: MAX_ANSWERS,
    ttl: maxAgeMs,
    ttlResolution: 0,
    ignoreFetchAbort: true, // one that is displaced while it is fetched is still wanted
    async fetchMethod(_key, _old, { options, context: { videoId, headers } }) {
      const askedAt = performance.now();
      const signal = AbortSignal.timeout(timeoutMs);
      const { data } = await call(catalog.getStreamRights, { params: { id: videoId } }, { headers, signal });
      options.ttl = toRestMs(maxAgeMs, askedAt);
      return data;
    },
  });
  return {
    async get(videoId, headers) {
      try {
        const rights = await answers.fetch(toKey(videoId, headers), { context: { videoId, headers } });
        if (rights) return rights;
        throw new AppError('UNAVAILABLE');
      } catch (error) {
        if (error instanceof ApiError && error.code && error.status >= 400 && error.status < 500)
          throw passOn(error, error.code);
        throw error;
      }
    },
  };
}

/** Returns catalog's own failure, with its explanation. */
function passOn(cause: ApiError, code: ErrorCode): AppError {
  const { message, values } = cause;
  const reason = cause.reason as Reason | undefined; // catalog's; clients do not expect to know all
  return new AppError(code, { message, reason, values, cause });
}

/**
 * Returns the headers that identify a viewer to catalog: of an account, where the bearer token takes precedence, and of a
 * guest of links.
 */
export function credentialsOf({ headers }: FastifyRequest): Record<string, string> {
  const { authorization, cookie: cookies } = headers;
  const account = authorization === undefined ? streamCookieOf(cookies) : undefined;
  const known = [...(account === undefined ? [] : [account]), ...guestCookiesOf(cookies)];
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(known.length > 0 ? { cookie: known.join('; ') } : {}),
  };
}

/** Returns whether catalog would set the stream cookie on a response with a playlist. */
export function expectsStreamCookie({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined && streamCookieOf(headers.cookie) === undefined;
}

function streamCookieOf(cookies = ''): string | undefined {
  return new RegExp(`(?:^|; ?)(${STREAM_COOKIE}=[^;]*)`).exec(cookies)?.[1];
}

/** Those of a browser, in whatever order it sends them. Catalog looks at no more. */
function guestCookiesOf(cookies = ''): string[] {
  const found = cookies.matchAll(GUEST_COOKIES);
  return Array.from(found, ([, cookie = '']) => cookie)
    .toSorted()
    .slice(0, MAX_GUEST_COOKIES);
}

/** Credentials are kept as a hash only. */
function toKey(videoId: string, headers: Record<string, string>): string {
  if (Object.keys(headers).length === 0) return videoId;
  const hash = createHash('sha256').update(JSON.stringify(headers)).digest('base64url');
  return `${videoId} ${hash}`;
}
