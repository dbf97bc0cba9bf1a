/** Characters that turn the direction of everything after them, which then includes titles of pages and mails. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** Returns a name on one line, without control characters; it may be blank. */
export function toSiteName(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(TURNS, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
