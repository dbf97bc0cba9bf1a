/** Invisible characters: spaces, control and format characters, default-ignorable ones, and the blank Braille pattern. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns whether a text is empty or has only invisible characters. */
export function isBlank(text: string): boolean {
  return text.replaceAll(UNSEEN, '') === '';
}

/**
 * Returns an id or a token of a link without what chat and mail programs leave around it: spaces, line breaks, full stops,
 * brackets, invisible characters.
 */
export function trimLinked(text: string | null): string {
  return (text ?? '').replace(/^[\s\p{Cf}\p{Ps}\p{Pi}"'<*]+/u, '').replace(/[^\w-]+$/, '');
}

/** Returns the id of the video that the query of a page names, empty for none. */
export function linkedVideo(search: URLSearchParams): string {
  return trimLinked(search.get('v')).replaceAll(/^[_-]+|[_-]+$/g, ''); // marks of emphasis, which a token may end with
}
