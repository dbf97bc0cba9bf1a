/** Invisible characters: spaces, control and format characters, default-ignorable ones, and the blank Braille pattern. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns whether a text is empty or has only invisible characters. */
export function isBlank(text: string): boolean {
  return text.replaceAll(UNSEEN, '') === '';
}

/**
 * Returns an id or a token of a link without what chat and mail programs leave around it: spaces, line breaks, full stops,
 * brackets, invisible characters.
 */
export function trimLinked(text: string | null): string {
  return (text ?? '').replace(/^[\s\p{Cf}\p{Ps}\p{Pi}"'<*]+/u, '').replace(/[^\w-]+$/, '');
}

/** Returns the id of the video that the query of a page names, empty for none. */
export function linkedVideo(search: URLSearchParams): string {
  return trimLinked(search.get('v')).replaceAll(/^[_-]+|[_-]+$/g, ''); // marks of emphasis, which a token may end with
}

/** Letters without a Unicode decomposition, in lower case, as people spell them on other keyboards. */
export const SPELLED_OUT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

const TO_SPELL_OUT = new RegExp(`[${Object.keys(SPELLED_OUT).join('')}]`, 'g');

/** Returns a text in lower case with letters of `SPELLED_OUT` as people type them. */
export function spellOut(text: string): string {
  return text.toLowerCase().replaceAll(TO_SPELL_OUT, (letter) => SPELLED_OUT[letter] ?? letter);
}

/** Returns a name as it is compared with what somebody typed to find it: `Łucja Ø` and `lucja o` are the same. */
export function foldName(name: string): string {
  return spellOut(name.trim().normalize('NFKD').replaceAll(/\p{M}/gu, ''));
}
