export type Service = 'auth' | 'catalog' | 'game';

/**
 * `api` bodies are small and answers come soon; `upload` bodies may take as long as they move;
 * `media` is read often and has no rate limit.
 */
export type Kind = 'api' | 'upload' | 'media';

export interface Upstream {
  /** Whole segments of a path, without a slash at the end. */
  prefix: string;
  service: Service;
  kind: Kind;
}

/** Which service answers what; the longest prefix wins. What is not below one of these never leaves the gateway. */
export const UPSTREAMS: readonly Upstream[] = [
  { prefix: '/api/auth', service: 'auth', kind: 'api' },
  { prefix: '/api/admin/accounts', service: 'auth', kind: 'api' },
  { prefix: '/api/admin/invitations', service: 'auth', kind: 'api' },
  { prefix: '/api/admin/mails', service: 'auth', kind: 'api' },
  { prefix: '/api/videos', service: 'catalog', kind: 'api' },
  { prefix: '/api/admin/videos', service: 'catalog', kind: 'api' },
  { prefix: '/api/admin/videos/upload', service: 'catalog', kind: 'upload' },
  { prefix: '/api/admin/uploads', service: 'catalog', kind: 'upload' },
  { prefix: '/api/admin/transcoding', service: 'catalog', kind: 'api' },
  { prefix: '/hls', service: 'catalog', kind: 'media' },
  { prefix: '/api/game', service: 'game', kind: 'api' },
  { prefix: '/api/admin/game', service: 'game', kind: 'api' },
  { prefix: '/api/admin/game/media', service: 'game', kind: 'upload' },
  { prefix: '/Images', service: 'game', kind: 'media' },
  { prefix: '/Audio', service: 'game', kind: 'media' },
];

/** Paths that are never the web client's, whether something answers there or not. */
const NOT_PAGES = ['/api', '/hls', '/Images', '/Audio', '/internal', '/.well-known', '/metrics'];

export function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

export function findUpstream(path: string): Upstream | undefined {
  let found: Upstream | undefined;
  for (const upstream of UPSTREAMS)
    if (isBelow(path, upstream.prefix) && upstream.prefix.length > (found?.prefix.length ?? 0))
      found = upstream;
  return found;
}

/** Whether an unknown path may be a page of the web client. */
export function isPagePath(path: string): boolean {
  return !NOT_PAGES.some((prefix) => isBelow(path, prefix));
}
