import {
  STREAM_COOKIE,
  STREAM_COOKIE_PATH,
  STREAM_COOKIE_SECONDS,
  STREAM_MARK_COOKIE,
  STREAM_MARK_COOKIE_PATH,
} from '@larksong/contracts';
import { toViewer, type Viewer } from '@larksong/service-kit';
import { jwtVerify, SignJWT } from 'jose';

export interface StreamCookies {
  /** Returns the Set-Cookie value for a viewer. */
  issue: (viewer: Viewer) => Promise<string>;
  /**
   * Returns the Set-Cookie value which records, for half of that lifetime, that the viewer's session has a stream
   * cookie.
   */
  mark: (viewer: Viewer) => string;
  /**
   * Returns the viewer of a cookie, and whether more than half of its lifetime is over; undefined if it is invalid or
   * expired.
   */
  read: (value: string) => Promise<{ viewer: Viewer; isAgeing: boolean } | undefined>;
}

interface StreamCookieOptions {
  secret: string;
  secure: boolean;
  now?: () => number;
}

/** Creates signed stream cookies, which are valid only for GET and HEAD below their path. */
export function createStreamCookies(options: StreamCookieOptions): StreamCookies {
  const key = new TextEncoder().encode(options.secret);
  const now = options.now ?? Date.now;
  const claims = { issuer: 'larksong-catalog', audience: 'larksong-stream' };
  const attributes = `HttpOnly; SameSite=Strict${options.secure ? '; Secure' : ''}`;
  return {
    async issue(viewer) {
      const issuedAt = Math.floor(now() / 1000);
      const { sessionId: sid, role, username } = viewer;
      const token = await new SignJWT({ sid, role, username, ...(viewer.teacher ? { teacher: true } : {}) })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(viewer.id)
        .setIssuer(claims.issuer)
        .setAudience(claims.audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + STREAM_COOKIE_SECONDS)
        .sign(key);
      return `${STREAM_COOKIE}=${token}; Path=${STREAM_COOKIE_PATH}; Max-Age=${STREAM_COOKIE_SECONDS}; ${attributes}`;
    },
    mark: ({ sessionId }) =>
      `${STREAM_MARK_COOKIE}=${sessionId}; Path=${STREAM_MARK_COOKIE_PATH}; Max-Age=${STREAM_COOKIE_SECONDS / 2}; ${attributes}`,
    async read(value) {
      try {
        const { payload } = await jwtVerify(value, key, {
          algorithms: ['HS256'],
          ...claims,
          currentDate: new Date(now()),
        });
        return {
          viewer: toViewer(payload),
          isAgeing: now() / 1000 - Number(payload.iat) > STREAM_COOKIE_SECONDS / 2,
        };
      } catch {
        return undefined;
      }
    },
  };
}
