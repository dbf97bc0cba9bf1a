import type { Language } from '../languages.ts';

const LATIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The letters that children of each language learn, in their order. Digraphs (the Spanish ch and ll, the Polish cz and sz)
 * are left out, since a letter is one character. ß, which begins no word, is left out too.
 */
export const ALPHABETS: Record<Language, readonly string[]> = {
  ar: Array.from('ابتثجحخدذرزسشصضطظعغفقكلمنهوي'),
  de: Array.from('AÄBCDEFGHIJKLMNOÖPQRSTUÜVWXYZ'),
  en: Array.from(LATIN),
  es: Array.from('ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'),
  fr: Array.from(LATIN),
  pl: Array.from('AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ'),
  tr: Array.from('ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZ'),
  uk: Array.from('АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ'),
};
