import { DEFAULT_LANGUAGE } from '@larksong/contracts';

import { formatNumber } from './format.ts';
import { currentLanguage } from './texts.ts';

/** Returns a whole number in the reader's digits; in English without separators, as in messages. */
export function formatInteger(count: number): string {
  return currentLanguage() === DEFAULT_LANGUAGE ? String(count) : formatNumber(count);
}
