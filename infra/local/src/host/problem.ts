/** A problem that the user at the terminal can solve. Its message is printed unchanged, without a stack. */
export class Problem extends Error {
  override name = 'Problem';
}

/** Returns the sentence of a `Problem`, or the stack of an unexpected error. */
export function toSentence(error: unknown): string {
  if (error instanceof Problem) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Returns the code of a system error, such as `EADDRINUSE`, or undefined. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
