import { createHmac, hkdfSync } from 'node:crypto';

/**
 * The opener of a video: an account, a nest, or the network (`toClientNetwork`) and the browser of a visitor; without a browser,
 * all visitors of the network.
 */
type Opener = { userId: string } | { nestId: string } | { network: string; userAgent?: string };

export type ViewerKeys = (opener: Opener) => Buffer;

/**
 * Returns a function that distinguishes viewers without identifying them: an HMAC-SHA-256 whose key is derived from a
 * secret of the service (HKDF, RFC 5869), so addresses cannot be found by trying them all.
 */
export function createViewerKeys(secret: string): ViewerKeys {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'larksong viewers', 32));
  return (opener) => {
    return createHmac('sha256', key)
      .update(JSON.stringify(nameOf(opener)))
      .digest();
  };
}

function nameOf(opener: Opener): string[] {
  if ('userId' in opener) return ['account', opener.userId];
  if ('nestId' in opener) return ['nest', opener.nestId];
  const { network, userAgent } = opener;
  return userAgent === undefined ? ['network', network] : ['visitor', network, userAgent];
}
