import { createHmac } from 'node:crypto';

export { createSecret as createRefreshToken, hashSecret as hashRefreshToken } from '../secret-token.ts';

/** The one token that follows `token`: the same on each call, and not to be guessed without the server's key. */
export function deriveSuccessor(token: string, key: Buffer): string {
  return createHmac('sha256', key).update(token).digest('base64url');
}

interface TokenUse {
  /** Seconds since the token was used; null when it was not. */
  usedSecondsAgo: number | null;
  isSuccessorUsed: boolean;
  repeatSeconds: number;
}

/**
 * What a refresh with a known token of a living session does (design section 4): `rotate` on the first use; `repeat`
 * gives the same successor to a client that may have lost its answer; any other second use means that two parties hold
 * the token: `revoke`.
 */
export function decideRefresh(use: TokenUse): 'rotate' | 'repeat' | 'revoke' {
  if (use.usedSecondsAgo === null) return 'rotate';
  return use.usedSecondsAgo <= use.repeatSeconds && !use.isSuccessorUsed ? 'repeat' : 'revoke';
}
