export { v7 as newId } from 'uuid';

/** What a UUID looks like as we write it, in lower case; a part for regular expressions, without groups. */
export const UUID_PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const UUID = new RegExp(`^${UUID_PATTERN}$`, 'i');

/** Whether a text is a UUID in its canonical form, in either case; the same as the contracts' `Uuid`. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
