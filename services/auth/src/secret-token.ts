import { createHash, randomBytes } from 'node:crypto';

/** A new token of 256 random bits, as 43 characters of base64url. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored in the place of a token (SHA-256; the token has enough entropy to need no salt). */
export function hashSecret(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
