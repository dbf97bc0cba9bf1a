import { AppError } from '@larksong/service-kit';

/** Where a page of a keyset-ordered list ended: the sort value of its last row and that row's id. */
export interface Cursor {
  value: string;
  id: string;
}

const UUID = /^[0-9a-f-]{36}$/i;

export function encodeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.value, cursor.id])).toString('base64url');
}

/** Throws VALIDATION_FAILED for anything that `encodeCursor` did not make for this kind of value. */
export function decodeCursor(text: string, isValue: (value: string) => boolean): Cursor {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(parsed) && parsed.length === 2) {
      const [value, id] = parsed as unknown[];
      if (typeof value === 'string' && typeof id === 'string' && isValue(value) && UUID.test(id))
        return { value, id };
    }
  } catch {
    // falls through: not one of ours
  }
  throw new AppError('VALIDATION_FAILED', { message: 'cursor is not valid. Please load the list again.' });
}
