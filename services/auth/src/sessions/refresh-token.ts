import { createHmac } from 'node:crypto';

export { createSecret as createRefreshToken, hashSecret as hashRefreshToken } from '../secret-token.ts';

/** Returns the successor of a token: the same on each call, and unpredictable without the server's key. */
export function deriveSuccessor(token: string, key: Buffer): string {
  return createHmac('sha256', key).update(token).digest('base64url');
}

interface TokenUse {
  /** Seconds since the token was used; null if it was not. */
  usedSecondsAgo: number | null;
  isSuccessorUsed: boolean;
  repeatSeconds: number;
}

/**
 * Returns the outcome of a refresh with a known token of an active session (design section 4): `rotate` on the first use;
 * `repeat` returns the same successor to a client that may have lost the response; any other reuse means that two parties
 * have the token: `revoke`.
 */
export function decideRefresh(use: TokenUse): 'rotate' | 'repeat' | 'revoke' {
  if (use.usedSecondsAgo === null) return 'rotate';
  return use.usedSecondsAgo <= use.repeatSeconds && !use.isSuccessorUsed ? 'repeat' : 'revoke';
}
