/** Characters of a code for the board, without the gap between its groups. */
export const SPOKEN_LENGTH = 6;
/** Characters of the code of a link, without its dashes. */
const LINK_LENGTH = 16;

/** Returns the letters and digits of a code as people type or paste it, a whole address included. */
export function toCode(typed: string): string {
  const last = typed.trim().replace(/\/+$/, '').split('/').at(-1) ?? '';
  return last
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** Returns whether a code is so long as codes are; the server knows which ones open something. */
export function isWhole(code: string): boolean {
  return code.length === SPOKEN_LENGTH || code.length === LINK_LENGTH;
}
