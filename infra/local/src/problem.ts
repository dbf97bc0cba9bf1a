/** Something that the person at the keyboard can act on: its message is printed as it is, without a stack. */
export class Problem extends Error {
  override name = 'Problem';
}

/** The sentence of a problem, or the stack of anything that was not foreseen. */
export function toSentence(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** The code of a system error such as `EADDRINUSE`, or undefined. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
