import { hkdfSync } from 'node:crypto';

/** Derives a 32-byte key for one purpose from AUTH_SECRET (HKDF, RFC 5869). Keys of different purposes are independent. */
export function deriveKey(
  secret: string,
  purpose:
    | 'refresh tokens'
    | 'signing keys'
    | 'known places'
    | 'kept mails'
    | 'site settings'
    | 'setup code'
    | 'nest tokens'
    | 'nest pins'
    | 'nest cards'
    | 'webhook',
): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `larksong ${purpose}`, 32));
}
