import { because } from '@larksong/contracts';
import { AppError, parseUuid } from '@larksong/service-kit';

/**
 * The end of a page in a keyset-ordered list: the id of its last row and its sort value as an integer (milliseconds
 * since 1970, or a count).
 */
export interface Cursor {
  value: string;
  id: string;
}

const WHOLE_NUMBER = /^\d{1,15}$/;
/** Maximum values that the database can compare: a time in milliseconds and an integer column. */
const MAX_VALUES = { moment: 999_999_999_999_999, count: 2_147_483_647 };

/** Returns a cursor as text that is safe in a URL. */
export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.value, cursor.id])).toString('base64url');
}

/**
 * Returns the cursor of a text, or null without one. Throws VALIDATION_FAILED for any text that `encodeCursor` did not
 * make for a list sorted in this way.
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
    // falls through to the error below
  }
  throw new AppError('VALIDATION_FAILED', because('call.list-cursor-not-valid'));
}
