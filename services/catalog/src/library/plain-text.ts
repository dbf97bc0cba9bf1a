import { isBlank } from '@larksong/contracts';

/** Combining marks that letters of living languages need at most; more of them cover the lines above and below. */
const MAX_MARKS = 8;

/** Control characters, also of C1, and those between annotated texts; line breaks are left. */
const CONTROLS = /[\p{Cc}\uFFF9-\uFFFB]/gu;
/** Characters that show nothing: among them bidi controls, zero-width spaces, fillers and tags. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
/** A character to which a variation selector, a joiner or a tag can belong. */
const HOLDER = /[\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Component}#*]/u;
/** A character that can follow a joiner. */
const JOINED = /[\p{L}\p{Extended_Pictographic}]/u;

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Returns a text that people wrote for others, as it is stored: in NFC, with `\n` between lines, of which at most one is
 * empty, and without what shows nothing or disturbs the text around it. Characters that no text can have become U+FFFD.
 */
export function toPlainText(given: string): string {
  const text = tidyLines(limitMarks(dropUnseen(given.toWellFormed().normalize('NFC'))));
  return isBlank(text) ? '' : text;
}

/** Returns the characters of a text as readers count them. */
export function listCharacters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function dropUnseen(text: string): string {
  const lines = text.replaceAll(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n').replaceAll('\t', ' ');
  return lines
    .replaceAll(CONTROLS, (found) => (found === '\n' ? found : ''))
    .replaceAll(UNSEEN, (found, at: number, whole: string) => (isNeeded(found, at, whole) ? found : ''));
}

/** Returns whether a character that shows nothing changes how its neighbours look, as in emoji and in many scripts. */
function isNeeded(unseen: string, at: number, whole: string): boolean {
  const before = lastOf(whole.slice(Math.max(0, at - 2), at));
  const after = firstOf(whole.slice(at + unseen.length, at + unseen.length + 2));
  if (unseen === '\u200C' || unseen === '\u200D')
    return (HOLDER.test(before) || before === '\uFE0F') && JOINED.test(after);
  if (unseen === '\uFE0E' || unseen === '\uFE0F') return HOLDER.test(before);
  const isTag = /[\u{E0020}-\u{E007F}]/u.test(unseen);
  return isTag && (before === '\u{1F3F4}' || /[\u{E0020}-\u{E007E}]/u.test(before));
}

function lastOf(text: string): string {
  const code = text.codePointAt(0) ?? 0;
  return code > 0xff_ff ? text : text.slice(-1); // of two units, one pair or two characters
}

function firstOf(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function limitMarks(text: string): string {
  return text.replaceAll(/(^|\n)[\p{M}\p{Zs}]*\p{M}/gu, '$1').replaceAll(MANY_MARKS, '$1');
}
const MANY_MARKS = new RegExp(String.raw`(\p{M}{${MAX_MARKS}})\p{M}+`, 'gu');

function tidyLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
