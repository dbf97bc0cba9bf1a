/** What leaves no mark on a page: spaces, control and format characters, those that fonts ignore, and empty Braille. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether nothing of a text can be seen: neither empty ones nor those of invisible characters are names. */
export function isBlank(text: string): boolean {
  return text.replaceAll(UNSEEN, '') === '';
}
