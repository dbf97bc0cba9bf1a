import { createHmac, hkdfSync } from 'node:crypto';

/** Who opens a video: an account, or the network (`toClientNetwork`) and the browser of somebody without one. */
type Opener = { userId: string } | { network: string; userAgent: string };

export type ViewerKeys = (opener: Opener) => Buffer;

/**
 * Gives what tells one viewer from another without saying who they are: an HMAC-SHA-256 with a key of its own, derived
 * from a secret of the service (HKDF, RFC 5869), so that addresses cannot be found by trying them all.
 */
export function createViewerKeys(secret: string): ViewerKeys {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'larksong viewers', 32));
  return (opener) => {
    const name =
      'userId' in opener ? ['account', opener.userId] : ['visitor', opener.network, opener.userAgent];
    return createHmac('sha256', key).update(JSON.stringify(name)).digest();
  };
}
