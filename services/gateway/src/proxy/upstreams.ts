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

/** The service that answers each prefix; the longest prefix wins. Other paths never leave the gateway. */
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

/** Whether a path is a prefix itself or below it. */
export function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

/** The routes of an upstream for Fastify, whose router prefers the longest prefix. */
export function routesOf({ prefix }: Upstream): string[] {
  return [prefix, `${prefix}/*`];
}

/** Whether an unknown path may be a page of the web client. */
export function isPagePath(path: string): boolean {
  return !NOT_PAGES.some((prefix) => isBelow(path, prefix));
}
