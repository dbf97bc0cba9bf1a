import { AppError, parseUuid } from '@larksong/service-kit';

/**
 * Where a page of a keyset-ordered list ended: the id of its last row and what the list is sorted by, as a whole
 * number (milliseconds since 1970, or a count).
 */
export interface Cursor {
  value: string;
  id: string;
}

const WHOLE_NUMBER = /^\d{1,15}$/;
/** The largest values that the database can compare with: those of a time in milliseconds and of an integer column. */
const MAX_VALUES = { moment: 999_999_999_999_999, count: 2_147_483_647 };

/** Returns a cursor as text that fits into an address. */
export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.value, cursor.id])).toString('base64url');
}

/**
 * Null for no text; throws VALIDATION_FAILED for anything that `encodeCursor` did not make of a place in a list that is
 * sorted so.
 */
export function decodeCursor(text: string | undefined, sortedBy: keyof typeof MAX_VALUES): Cursor | null {
  if (text === undefined) return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(parsed) && parsed.length === 2) {
      const [value, id] = parsed as unknown[];
      const isValue =
        typeof value === 'string' && WHOLE_NUMBER.test(value) && Number(value) <= MAX_VALUES[sortedBy];
      if (isValue && typeof id === 'string' && parseUuid(id) !== undefined) return { value, id };
    }
  } catch {
    // falls through: not one of ours
  }
  throw new AppError('VALIDATION_FAILED', { message: 'cursor is not valid. Please load the list again.' });
}
