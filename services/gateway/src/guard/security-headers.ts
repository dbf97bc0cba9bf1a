interface Options {
  /** Origin of another server that sends segments. */
  segmentOrigin?: string | undefined;
}

/** Returns the headers of every response. Some are only for a `publicUrl` on https. */
export function securityHeaders(publicUrl: string, { segmentOrigin }: Options = {}): Record<string, string> {
  const { protocol, hostname } = new URL(publicUrl);
  const isTrustworthy = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
  return {
    'content-security-policy': toPolicy(segmentOrigin),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(), geolocation=(), payment=(), usb=(), microphone=(self), fullscreen=(self), autoplay=(self)',
    'cross-origin-resource-policy': 'same-origin',
    // Browsers ignore this header on plain http and warn in the console.
    ...(isTrustworthy ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
    ...(protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

function toPolicy(segmentOrigin: string | undefined): string {
  const segments = segmentOrigin === undefined ? '' : ` ${segmentOrigin}`;
  return [
    "default-src 'self'",
    "img-src 'self' blob:",
    `media-src 'self' blob:${segments}`, // hls.js plays from a blob, other players from the server
    ...(segmentOrigin === undefined ? [] : [`connect-src 'self'${segments}`]),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}
