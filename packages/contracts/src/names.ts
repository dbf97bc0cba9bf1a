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

const TO_SPELL_OUT = /[ßæœøłđðþı]/g;

/** Returns a text in lower case with letters of `SPELLED_OUT` as people type them. */
export function spellOut(text: string): string {
  return text.toLowerCase().replaceAll(TO_SPELL_OUT, (letter) => SPELLED_OUT[letter] ?? letter);
}

/** Returns a name as it is compared with what somebody typed to find it: `Łucja Ø` and `lucja o` are the same. */
export function foldName(name: string): string {
  return spellOut(name.trim().normalize('NFKD').replaceAll(/\p{M}/gu, ''));
}
