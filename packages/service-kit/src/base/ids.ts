export { v7 as newId } from 'uuid';

/** The pattern of a UUID in lower case, without groups, for use in regular expressions. */
export const UUID_PATTERN = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const UUID = new RegExp(`^${UUID_PATTERN}$`, 'i');

/**
 * Returns a UUID in lower case, or undefined if the text is not in canonical form. For values that no endpoint declares;
 * the contracts' `Uuid` is normalised before a handler receives it.
 */
export function parseUuid(text: string): string | undefined {
  return UUID.test(text) ? text.toLowerCase() : undefined;
}
