const collator = /* @__PURE__ */ new Intl.Collator('en');

/** Compares two letters: Latin letters by base letter, then other scripts, each in its own order, then digits. */
export function compareLetters(a: string, b: string): number {
  return groupOf(a) - groupOf(b) || collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}

function groupOf(letter: string): number {
  if (/^\p{N}/u.test(letter)) return 2;
  return /^\p{Script=Latin}/u.test(letter) ? 0 : 1;
}
