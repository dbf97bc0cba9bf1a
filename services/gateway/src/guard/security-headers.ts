interface Options {
  /** Origin of another server that sends segments. */
  segmentOrigin?: string | undefined;
}

interface PolicyOptions extends Options {
  /** Hashes of the scripts and styles that a page itself contains, as sources of the policy. */
  inline?: { scripts: string[]; styles: string[] };
}

/** Returns the headers of every response. Some are only for a `publicUrl` on https. */
export function securityHeaders(publicUrl: string, { segmentOrigin }: Options = {}): Record<string, string> {
  const { protocol, hostname } = new URL(publicUrl);
  const isTrustworthy = protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1';
  return {
    'content-security-policy': contentSecurityPolicy({ segmentOrigin }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    // Without the path, which contains a code on the page of a link, also where the web client has changed to that page.
    'referrer-policy': 'strict-origin',
    'permissions-policy':
      'camera=(), geolocation=(), payment=(), usb=(), microphone=(self), fullscreen=(self), autoplay=(self)',
    'cross-origin-resource-policy': 'same-origin',
    // Browsers ignore this header on plain http and warn in the console.
    ...(isTrustworthy ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
    ...(protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** Returns the policy of a response. Without `inline`, no script and no style in a page is accepted. */
export function contentSecurityPolicy({ segmentOrigin, inline }: PolicyOptions): string {
  const segments = segmentOrigin === undefined ? '' : ` ${segmentOrigin}`;
  return [
    "default-src 'self'",
    ...(inline
      ? [
          ['script-src', "'self'", ...inline.scripts].join(' '),
          ['style-src', "'self'", ...inline.styles].join(' '),
        ]
      : []),
    "img-src 'self' blob:",
    `media-src 'self' blob:${segments}`, // hls.js plays from a blob, other players from the server
    ...(segmentOrigin === undefined ? [] : [`connect-src 'self'${segments}`]),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}
