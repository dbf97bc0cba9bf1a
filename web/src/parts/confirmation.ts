import { DEFAULT_LANGUAGE } from '@larksong/contracts';

import { currentLanguage } from '../lib/texts.ts';

/** Returns the server's sentence about a success, which is English; in other languages, or without one, `own`. */
export function confirmation(sentence: string | undefined, own: string): string {
  return currentLanguage() === DEFAULT_LANGUAGE && sentence ? sentence : own;
}
