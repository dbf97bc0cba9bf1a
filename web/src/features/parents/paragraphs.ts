/** Returns the paragraphs of a plain text, which are separated by empty lines. A single line break stays in its paragraph. */
export function toParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
