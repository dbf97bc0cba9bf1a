import { catalog } from '@larksong/contracts';

/** Longest path in a log line. */
const MAX_LENGTH = 300;
const HIDDEN = '…';
/** The page that opens a link by its code, however it is written. */
const LINK_PAGE = new RegExp(`^/*${catalog.LINK_PAGE}(?=$|[^a-z0-9])`, 'i');
/** What may be the code of a link anywhere else, as where it was pasted in the wrong place. */
const LINK = /(?<![a-z\d-])[a-z\d]{4}(?:-?[a-z\d]{4}){3}(?![a-z\d-])/gi;
/**
 * What may be a code for the board anywhere else: a whole part of a path, of six of the characters that people type for
 * one. There are no vowels among them, so that hardly any other address has such a part.
 */
const SPOKEN = /(?<=\/)(?:[2-9bcdfghjkmnpqrstwxyz]{3}[ -]?){2}(?=\/|$)/gi;

/**
 * Returns the path of an address as it may stand in a log: without the query, cut to 300 characters, and without the codes
 * of links, which are keys.
 */
export function toLoggedPath(url = ''): string {
  const path = url.split('?', 1)[0] ?? '';
  const plain = path.includes('%') ? decode(path) : path;
  const [start] = LINK_PAGE.exec(plain) ?? [];
  if (start !== undefined) return plain.length > start.length ? `${catalog.LINK_PAGE}/${HIDDEN}` : path;
  const isEncoded = [LINK, SPOKEN].some((code) => path.search(code) < 0 && plain.search(code) >= 0);
  return (isEncoded ? plain : path).replaceAll(LINK, HIDDEN).replaceAll(SPOKEN, HIDDEN).slice(0, MAX_LENGTH);
}

/** Undoes percent-encoding where it is valid; more than once, since some programs encode twice. */
function decode(path: string): string {
  try {
    const once = decodeURIComponent(path);
    return once.includes('%') ? decodeURIComponent(once) : once;
  } catch {
    return path.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
  }
}
