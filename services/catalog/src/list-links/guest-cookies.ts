import { GUEST_COOKIE, GUEST_COOKIE_PATHS } from '@larksong/contracts';
import { jwtVerify, SignJWT } from 'jose';

import type { LinkKeys } from './link-keys.ts';

const SECONDS = 600;
/** Maximum number of links that a browser has open; the oldest goes. */
const MAX_OPEN = 8;
const CLAIMS = { issuer: 'larksong-catalog', audience: 'larksong-guest' };
const TYPE = 'guest+jwt';

/** The right to a link, as a cookie holds it. */
export interface GuestRight {
  linkId: string;
  issuedAt: number;
}

type Cookies = Record<string, string | undefined>;

export interface GuestCookies {
  /** Returns the valid rights among the cookies of a request, newest first. */
  read: (cookies: Cookies) => Promise<GuestRight[]>;
  /** Returns the Set-Cookie values for a link, and those that delete the oldest of too many others. */
  issue: (linkId: string, others: GuestRight[]) => Promise<string[]>;
  /** Returns the Set-Cookie values that delete those of a link. */
  remove: (linkId: string) => string[];
  /** Returns whether more than half of a right's lifetime is over. */
  isAgeing: (right: GuestRight) => boolean;
}

/**
 * Creates signed cookies of guests, one for each link and path. Their type, audience and key are theirs alone, so that no
 * check of accounts or streams accepts them.
 */
export function createGuestCookies(options: {
  keys: Pick<LinkKeys, 'signing'>;
  secure: boolean;
  now?: () => number;
}): GuestCookies {
  const { signing } = options.keys;
  const now = options.now ?? Date.now;
  const attributes = `HttpOnly; SameSite=Strict${options.secure ? '; Secure' : ''}`;
  const set = (linkId: string, value: string, seconds: number) =>
    GUEST_COOKIE_PATHS.map(
      (path) => `${nameOf(linkId)}=${value}; Path=${path}; Max-Age=${seconds}; ${attributes}`,
    );
  const remove = (linkId: string) => set(linkId, '', 0);
  return {
    async read(cookies) {
      const values = Object.entries(cookies).filter(([name]) => name.startsWith(GUEST_COOKIE));
      // More than a browser can have from here are not looked at.
      const read = values
        .slice(0, 2 * MAX_OPEN)
        .map(([name, value = '']) => verify(name, value, signing, now()));
      const rights = (await Promise.all(read)).filter((right) => right !== undefined);
      return rights.toSorted((a, b) => b.issuedAt - a.issuedAt);
    },
    async issue(linkId, held) {
      const issuedAt = Math.floor(now() / 1000);
      const [key] = signing;
      if (!key) throw new Error('guests need a key');
      const token = await sign(key, linkId, issuedAt);
      const surplus = held.filter((right) => right.linkId !== linkId).slice(MAX_OPEN - 1);
      return [...set(linkId, token, SECONDS), ...surplus.flatMap((right) => remove(right.linkId))];
    },
    remove,
    isAgeing: ({ issuedAt }) => now() / 1000 - issuedAt > SECONDS / 2,
  };
}

function sign(key: Buffer, linkId: string, issuedAt: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: TYPE })
    .setSubject(linkId)
    .setIssuer(CLAIMS.issuer)
    .setAudience(CLAIMS.audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + SECONDS)
    .sign(key);
}

/** The last digits of a UUIDv7 are random. */
function nameOf(linkId: string): string {
  return GUEST_COOKIE + linkId.slice(-12);
}

async function verify(
  name: string,
  value: string,
  signing: readonly Buffer[],
  now: number,
): Promise<GuestRight | undefined> {
  for (const key of signing)
    try {
      const { payload } = await jwtVerify(value, key, {
        algorithms: ['HS256'],
        typ: TYPE,
        ...CLAIMS,
        currentDate: new Date(now),
      });
      const { sub: linkId = '', iat: issuedAt = 0 } = payload;
      return name === nameOf(linkId) ? { linkId, issuedAt } : undefined;
    } catch {
      // Signed with the next key, or not by this site.
    }
  return undefined;
}
