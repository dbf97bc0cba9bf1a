const MAX_LENGTH = 300;
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** Files that systems add to folders and zips on their own. */
const CLUTTER = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

const SENTENCES = {
  long: 'The path of this file is too long.',
  unreadable: 'The name of this file cannot be read. Please make the zip again with names in UTF-8.',
  invisible: 'The name of this file contains invisible characters.',
  backslash: 'The path of this file contains a backslash. Please make the zip again with another program.',
  absolute: 'The path of this file begins at the root of a disk. Only paths inside the pack are allowed.',
  outside: 'The path of this file leads out of the pack.',
  odd: 'The path of this file contains an empty part.',
  link: 'This is a link and not a file.',
};

/** The type of a file in the upper half of its attributes, as on Unix (`stat`, S_IFMT). */
const TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;

/** Returns the reason not to accept an entry of a zip with this path and these attributes, or undefined. */
export function findEntryProblem(path: string, externalAttributes: number): string | undefined {
  if (path.length > MAX_LENGTH) return SENTENCES.long;
  if (path.includes('\ufffd')) return SENTENCES.unreadable;
  if (INVISIBLE.test(path)) return SENTENCES.invisible;
  if (path.includes('\\')) return SENTENCES.backslash;
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return SENTENCES.absolute;
  const parts = path.replace(/\/$/, '').split('/');
  if (parts.includes('..')) return SENTENCES.outside;
  if (parts.some((part) => part === '' || part === '.')) return SENTENCES.odd;
  const type = (externalAttributes >>> 16) & TYPE;
  return type === 0 || type === REGULAR || type === FOLDER ? undefined : SENTENCES.link;
}

/** Returns whether an entry is a folder, or a file that some system has added on its own. */
export function isClutter(path: string): boolean {
  return path.endsWith('/') || CLUTTER.test(path);
}

/** Returns the same text for paths that are one file on some system: composed or not, in upper or lower case. */
export function foldPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Returns a path that is displayed and stored: without control characters and not longer than allowed. */
export function toShownPath(path: string): string {
  return path.toWellFormed().replaceAll(new RegExp(INVISIBLE, 'gu'), '\ufffd').slice(0, MAX_LENGTH);
}
