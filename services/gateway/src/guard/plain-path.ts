/** Characters of a path (RFC 3986, section 3.3) except `;`, and escapes. */
const PATH = /^\/(?:[\w\-.~!$&'()*+,=:@/]|%[\da-f]{2})*$/i;

/** Escapes that normal clients never send: control characters, `.`, `/`, `\`, unreserved characters, double escapes. */
const ODD_ESCAPE = /%(?:[01][\da-f]|2[d-f]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\daef]|25[\da-f]{2})/i;

/** Segments of dots only, also before parameters that a server would strip (`..;`). */
const DOTS = /\/\.{1,2}(?:%3b[^/]*)?(?:\/|$)/i;

/**
 * Returns whether a path is in its one plain form. Servers may interpret other forms differently, so that the gateway's
 * decisions about a path would not hold for the service behind it.
 */
export function isPlainPath(path: string): boolean {
  if (!PATH.test(path) || ODD_ESCAPE.test(path) || DOTS.test(path) || path.includes('//')) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false; // not UTF-8
  }
}
