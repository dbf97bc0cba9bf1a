const POLICY = [
  "default-src 'self'",
  "img-src 'self' blob:",
  "media-src 'self' blob:", // hls.js plays from a blob
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ');

/** Returns the headers of every response. Some are only for a `publicUrl` on https. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  const { protocol, hostname } = new URL(publicUrl);
  const isTrustworthy = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
  return {
    'content-security-policy': POLICY,
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
