import { hkdfSync } from 'node:crypto';

/** A 32-byte key for one purpose out of AUTH_SECRET (HKDF, RFC 5869); one purpose's key tells nothing of another's. */
export function deriveKey(
  secret: string,
  purpose: 'refresh tokens' | 'signing keys' | 'known places' | 'kept mails',
): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `larksong ${purpose}`, 32));
}
