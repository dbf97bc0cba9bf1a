import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Tells the browsers of one network apart while they type codes, for an hour. Holds a random number and nothing else. */
const NAME = 'larksong_typing';
const SECONDS = 3600;

export interface BrowserCookies {
  /** Returns the browser of a request, from this network; null without a cookie that this site has given it there. */
  read: (cookies: Record<string, string | undefined>, network: string) => string | null;
  /** Returns the Set-Cookie value for another browser. */
  issue: (network: string) => string;
}

/** Creates cookies that are valid in one network, so that copies of one are no other browsers. */
export function createBrowserCookies(options: {
  signing: readonly Buffer[];
  secure: boolean;
  /** Only calls below it receive the cookie. */
  path: string;
}): BrowserCookies {
  const sign = (key: Buffer, id: string, network: string) =>
    createHmac('sha256', key).update(`browser ${id} ${network}`).digest('base64url');
  return {
    read(cookies, network) {
      const [id = '', signature = ''] = (cookies[NAME] ?? '').split('.');
      const given = Buffer.from(signature);
      const isGenuine = options.signing.some((key) => {
        const expected = Buffer.from(sign(key, id, network));
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
      return isGenuine ? id : null;
    },
    issue(network) {
      const [key] = options.signing;
      if (!key) throw new Error('browsers need a key');
      const id = randomBytes(12).toString('base64url');
      const secure = options.secure ? '; Secure' : '';
      return `${NAME}=${id}.${sign(key, id, network)}; Path=${options.path}; Max-Age=${SECONDS}; HttpOnly; SameSite=Strict${secure}`;
    },
  };
}
