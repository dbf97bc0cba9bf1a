import { because, type Explanation } from '@larksong/contracts';
const MAX_LENGTH = 300;
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
/** Files that systems add to folders and zips on their own. */
const CLUTTER = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i;

/** The type of a file in the upper half of its attributes, as on Unix (`stat`, S_IFMT). */
const TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;

/** Explains why not to accept an entry of a zip with this path and these attributes; undefined if it is accepted. */
export function findEntryProblem(path: string, externalAttributes: number): Explanation | undefined {
  if (path.length > MAX_LENGTH) return because('packed.path-too-long');
  if (path.includes('\ufffd')) return because('packed.unreadable-name');
  if (INVISIBLE.test(path)) return because('packed.invisible');
  if (path.includes('\\')) return because('packed.backslash');
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return because('packed.absolute');
  const parts = path.replace(/\/$/, '').split('/');
  if (parts.includes('..')) return because('packed.outside');
  if (parts.some((part) => part === '' || part === '.')) return because('packed.odd-path');
  const type = (externalAttributes >>> 16) & TYPE;
  return type === 0 || type === REGULAR || type === FOLDER ? undefined : because('packed.link');
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
