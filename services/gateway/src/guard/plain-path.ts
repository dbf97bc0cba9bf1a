/** Characters of a path (RFC 3986, section 3.3) but `;`, and escapes. */
const PATH = /^\/(?:[\w\-.~!$&'()*+,=:@/]|%[\da-f]{2})*$/i;

/** Escapes that no client of ours writes: control characters, `.`, `/`, `\`, unreserved characters, doubled escapes. */
const ODD_ESCAPE = /%(?:[01][\da-f]|2[d-f]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\daef]|25[\da-f]{2})/i;

/** Dots as a whole segment, also where a server would cut off parameters (`..;`). */
const DOTS = /\/\.{1,2}(?:%3b[^/]*)?(?:\/|$)/i;

/**
 * Whether a path is spelled in the one plain way. Two servers can read another spelling differently, so what the
 * gateway decides by a path would not hold for the service that gets it.
 */
export function isPlainPath(path: string): boolean {
  if (!PATH.test(path) || ODD_ESCAPE.test(path) || DOTS.test(path) || path.includes('//')) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false; // no UTF-8
  }
}
