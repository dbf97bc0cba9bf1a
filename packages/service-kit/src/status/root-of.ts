/** Returns the code and the message of the first cause of a failure. */
export function rootOf(error: unknown): { code: string; problem: string } {
  let root = error;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  // A host with several addresses has one failure for each.
  if (root instanceof AggregateError) root = root.errors[0];
  if (!(root instanceof Error)) return { code: '', problem: String(root) };
  const code = 'code' in root && typeof root.code === 'string' ? root.code : root.name;
  return { code, problem: root.message || code };
}

/** Codes of servers and systems for a missing right; any other failure but a full disk counts as an unreachable storage. */
const DENIALS = new Set([
  'AccessDenied',
  'AllAccessDisabled',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'Forbidden',
  'EACCES',
  'EPERM',
  'EROFS',
]);

/** Returns whether a code means that a right is missing. */
export function isDenial(code: string): boolean {
  return DENIALS.has(code);
}
