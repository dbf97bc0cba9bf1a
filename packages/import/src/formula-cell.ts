/** A cell that a spreadsheet would run as a formula, also behind apostrophes. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** Returns a cell as a spreadsheet shows it without running it: with an apostrophe in front. `readBack` undoes it. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Returns the text that `escapeFormula` was given. */
export function readBack(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** Returns whether a spreadsheet would run a cell. */
export function isFormula(cell: string): boolean {
  return /^[=+\-@\t\r]/.test(cell);
}

/** Returns a text as a cell of a table (RFC 4180), escaped. */
export function toCsvCell(text: string): string {
  const safe = escapeFormula(text);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
