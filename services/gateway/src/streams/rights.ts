import { createHash } from 'node:crypto';

import {
  ApiError,
  catalog,
  createClient,
  GUEST_COOKIE,
  NEST_COOKIE,
  NEST_STREAM_COOKIE,
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
   * may not watch, and UNAVAILABLE if catalog does not answer. A nest has no rights but those of a nest, and to a
   * `segment` only those that it has now: throws TOO_BUSY if it may have it later, so that players try again.
   */
  get: (videoId: string, credentials: Credentials, segment?: number) => Promise<Rights>;
}

/** The headers of a question to catalog. */
export interface Credentials {
  headers: Record<string, string>;
  isNest: boolean;
}
export const VISITOR: Credentials = { headers: {}, isNest: false };

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
  segment: number | undefined;
}

type Answers = LRUCache<string, Rights, Question>;

const GUEST_COOKIES = new RegExp(`(?:^|; ?)(${GUEST_COOKIE}[^=;]+=[^;]*)`, 'g');
/** More than a browser has of one site. */
const MAX_GUEST_COOKIES = 16;
/** How often it is asked about a segment while simultaneous questions about others are answered. */
const ASK_AGAIN = 2;
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
    async fetchMethod(_key, _old, { options, context: { videoId, headers, segment } }) {
      const askedAt = performance.now();
      const signal = AbortSignal.timeout(timeoutMs);
      const input = { params: { id: videoId }, ...(segment === undefined ? {} : { query: { segment } }) };
      const { data } = await call(catalog.getStreamRights, input, { headers, signal });
      options.ttl = toRestMs(maxAgeMs, askedAt);
      return data;
    },
  });

  async function ask(key: string, context: Question): Promise<Rights> {
    const rights = await answers.fetch(key, { context });
    if (rights) return rights;
    throw new AppError('UNAVAILABLE');
  }

  return {
    async get(videoId, { headers, isNest }, segment) {
      try {
        const context = { videoId, headers, segment: isNest ? segment : undefined };
        const key = toKey(videoId, headers);
        return isNest ? await askForNest(key, context, { ask, answers }) : await ask(key, context);
      } catch (error) {
        if (error instanceof ApiError && error.code && error.status >= 400 && error.status < 500)
          throw passOn(error, error.code);
        throw error;
      }
    },
  };
}

/** Asks again about a segment that the last answer does not cover. */
async function askForNest(
  key: string,
  context: Question,
  { ask, answers }: { ask: (key: string, context: Question) => Promise<Rights>; answers: Answers },
): Promise<Rights> {
  for (let left = ASK_AGAIN; ; left -= 1) {
    const rights = await ask(key, context);
    const { nest } = rights;
    // A catalog from before nests answers a visitor.
    if (!nest) throw new AppError('VIDEO_NOT_FOUND');
    if (context.segment === undefined || isWithin(nest, context.segment)) return rights;
    if (nest.until <= nest.from && left < ASK_AGAIN) throw new AppError('VIDEO_NOT_FOUND'); // not today
    if (left === 0) throw new AppError('TOO_BUSY', { retryAfterSeconds: 1 });
    if (answers.peek(key) === rights) answers.delete(key);
  }
}

/** Returns catalog's own failure, with its explanation. */
function passOn(cause: ApiError, code: ErrorCode): AppError {
  const { message, values } = cause;
  const reason = cause.reason as Reason | undefined; // catalog's; clients do not expect to know all
  return new AppError(code, { message, reason, values, cause });
}

function isWithin({ from, until }: { from: number; until: number }, segment: number): boolean {
  return segment >= from && segment < until;
}

/**
 * Returns what identifies a viewer to catalog: of an account, where the bearer token takes precedence, and of a guest of
 * links; of a nest only its own cookie, and that there is one.
 */
export function credentialsOf({ headers, isNest }: FastifyRequest): Credentials {
  return isNest
    ? { headers: { cookie: [`${NEST_COOKIE}=1`, ...nestCookieOf(headers.cookie)].join('; ') }, isNest }
    : { headers: headersOf(headers), isNest };
}

function nestCookieOf(cookies = ''): string[] {
  return new RegExp(`(?:^|; ?)(${NEST_STREAM_COOKIE}=[^;]*)`).exec(cookies)?.slice(1) ?? [];
}

function headersOf({ authorization, cookie: cookies }: FastifyRequest['headers']): Record<string, string> {
  const account = authorization === undefined ? streamCookieOf(cookies) : undefined;
  const known = [...(account === undefined ? [] : [account]), ...guestCookiesOf(cookies)];
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(known.length > 0 ? { cookie: known.join('; ') } : {}),
  };
}

/** Returns whether catalog would set the stream cookie on a response with a playlist. */
export function expectsStreamCookie({ headers, isNest }: FastifyRequest): boolean {
  return !isNest && headers.authorization !== undefined && streamCookieOf(headers.cookie) === undefined;
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
