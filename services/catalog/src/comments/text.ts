import { because, catalog } from '@larksong/contracts';
import { AppError } from '@larksong/service-kit';

import { listCharacters, toPlainText } from '../library/plain-text.ts';

/** The longest emoji and conjuncts have fewer UTF-16 units. A longer character cannot be broken into lines. */
const MAX_UNITS = 40;

/**
 * Returns a comment as it is stored, which is a plain text. Throws VALIDATION_FAILED unless it has 1 to 500 characters, as
 * readers count them, and for one that no line can hold.
 */
export function toCommentText(given: string): string {
  const text = toPlainText(given);
  const characters = listCharacters(text);
  if (characters.length === 0 || characters.length > catalog.MAX_COMMENT_CHARACTERS)
    throw new AppError(
      'VALIDATION_FAILED',
      because('comment.length', { maximum: catalog.MAX_COMMENT_CHARACTERS }),
    );
  if (text.includes('\uFFFD') || characters.some(({ length }) => length > MAX_UNITS))
    throw new AppError('VALIDATION_FAILED', because('comment.characters'));
  return text;
}

/** Returns the sentence of a removal on one line, by the same rules; empty for one that shows nothing. */
export function toNote(given: string): string {
  return toPlainText(given).replaceAll(/\s+/g, ' ');
}
