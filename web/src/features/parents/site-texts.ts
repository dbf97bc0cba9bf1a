import type { Language } from '@larksong/contracts';

import { offeredLanguages } from '../../lib/language.ts';

/** Returns the language of the texts for a page; none for the default of the site, in which they are written first. */
export function textsLanguage(language: Language): { language?: Language } {
  return language === offeredLanguages()[0] ? {} : { language };
}
