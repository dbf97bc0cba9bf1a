import { isBlank } from '@larksong/contracts';

import { toFileName, toStem } from './file-names.ts';

const MAX_TITLE = 200;
/** Control characters, and those that change the direction of text. */
const INVISIBLE = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
/** Numbers before a title: `01 - `, `1. `, `2) `, `01_-_`, and those with a leading zero also without a separator. */
const NUMBERING = [/^\d{1,3}\s*(?:[.)]|[-–—:])\s+/, /^\d{1,3}_[-–—]_/, /^0\d{1,2}[\s._)–—-]+(?=\D)/];
/** Names assigned by cameras, phones and recorders: an optional word, then only digits and separators. */
const CAMERA =
  /^(?:(?:img|vid|video|mvi|dsc[nf]?|mov|pxl|gopr|g[xhp]|p|dji|sam|cimg|wp|trim|record|whatsapp video|signal|screen ?record(?:ing|er)?|screencast)(?:[-_ ]+(?:from))?[-_ ]*)?(?:\d|[-_. :~()]|\b(?:at|wa)|wa(?=\d)|t(?=\d))+$/i;
const MOMENT =
  /(?<!\d)(20\d\d)[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?:(?:[-_ T.]|\sat\s)+([01]\d|2[0-3])[-_.:]?([0-5]\d))?/;

/**
 * Returns a title from the name of a file: `01_-_five_little-ducks.mp4` becomes `five little ducks`. `isGenerated` says
 * that a device chose the name, so that somebody should write a title.
 */
export function toTitle(path: string): { title: string; isGenerated: boolean } {
  const name = toStem(toFileName(path)).normalize('NFC').replaceAll(INVISIBLE, '').trim();
  if (isCameraName(name)) return { title: toCameraTitle(name), isGenerated: true };
  const title = toWords(withoutNumbering(name));
  return { title: cut(isBlank(title) ? name : title), isGenerated: isBlank(title) };
}

/** Returns a text from a file's tags as it may be shown: in one line, without invisible characters, not too long. */
export function toPlainText(text: string, maxLength = MAX_TITLE): string {
  return cut(text.normalize('NFC').replaceAll(INVISIBLE, ' ').replaceAll(/\s+/g, ' ').trim(), maxLength);
}

function isCameraName(name: string): boolean {
  return CAMERA.test(name) && /\d{3}|\d[-_. ]\d/.test(name);
}

function toCameraTitle(name: string): string {
  const match = MOMENT.exec(name);
  if (!match) return cut(toWords(name));
  const [, year, month, day, hour, minute] = match;
  return `Video ${year}-${month}-${day}${hour === undefined ? '' : ` ${hour}:${minute}`}`;
}

function withoutNumbering(name: string): string {
  const found = NUMBERING.find((pattern) => pattern.test(name));
  const rest = found ? name.replace(found, '') : name;
  return /[\p{L}\p{N}]/u.test(rest) ? rest : name;
}

/** Replaces the separators of names by spaces; dots only in names that have no others. */
function toWords(name: string): string {
  const spaced = /[\s_]/.test(name) ? name : name.replaceAll(/(?<=\p{L})\.(?=[\p{L}\p{N}])/gu, ' ');
  return spaced.replaceAll(/[\s_]+|(?<=\p{L})-(?=\p{L})/gu, ' ').trim();
}

/** Cuts a text, by default at the longest title, never within a character. */
function cut(text: string, maxLength = MAX_TITLE): string {
  if (text.length <= maxLength) return text;
  const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(
    text.slice(0, maxLength + 50),
  );
  const last = [...segments].findLast(({ index, segment }) => index + segment.length <= maxLength);
  return last === undefined ? '' : text.slice(0, last.index + last.segment.length).trim();
}
