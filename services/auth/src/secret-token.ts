import { createHash, randomBytes } from 'node:crypto';

/** Returns a new token of 256 random bits as 43 characters of base64url. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash that is stored instead of a token (SHA-256; the token has enough entropy to need no salt). */
export function hashSecret(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
