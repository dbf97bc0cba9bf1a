/** Invisible characters: spaces, control and format characters, default-ignorable ones, and the blank Braille pattern. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns whether a text is empty or has only invisible characters. */
export function isBlank(text: string): boolean {
  return text.replaceAll(UNSEEN, '') === '';
}
