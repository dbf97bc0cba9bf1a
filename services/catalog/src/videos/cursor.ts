import { AppError } from '@larksong/service-kit';

/**
 * Where a page of a keyset-ordered list ended: the id of its last row and what the list is sorted by, as a whole
 * number (milliseconds since 1970, or a count).
 */
export interface Cursor {
  value: string;
  id: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const WHOLE_NUMBER = /^\d{1,15}$/;

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.value, cursor.id])).toString('base64url');
}

/** Null for no text; throws VALIDATION_FAILED for anything that `encodeCursor` did not make. */
export function decodeCursor(text: string | undefined): Cursor | null {
  if (text === undefined) return null;
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(parsed) && parsed.length === 2) {
      const [value, id] = parsed as unknown[];
      if (typeof value === 'string' && typeof id === 'string' && WHOLE_NUMBER.test(value) && UUID.test(id))
        return { value, id };
    }
  } catch {
    // falls through: not one of ours
  }
  throw new AppError('VALIDATION_FAILED', { message: 'cursor is not valid. Please load the list again.' });
}
