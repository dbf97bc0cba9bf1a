export type Service = 'auth' | 'catalog' | 'game';

/**
 * `api`: small bodies and fast responses; `upload`: bodies may take as long as they make progress, and are processed;
 * `media`: read often, without a rate limit.
 */
export type Kind = 'api' | 'upload' | 'media';

export interface Upstream {
  /** Whole segments of a path, without a trailing slash; `:id` stands for any one of them. */
  prefix: string;
  service: Service;
  kind: Kind;
}

/** The service of each prefix; the longest prefix wins. Other paths are not forwarded. */
export const UPSTREAMS: readonly Upstream[] = [
  { prefix: '/api/auth', service: 'auth', kind: 'api' },
  { prefix: '/api/admin/accounts', service: 'auth', kind: 'api' },
  { prefix: '/api/admin/accounts/import', service: 'auth', kind: 'upload' },
  { prefix: '/api/admin/invitations', service: 'auth', kind: 'api' },
  { prefix: '/api/admin/mails', service: 'auth', kind: 'api' },
  { prefix: '/api/setup', service: 'auth', kind: 'api' },
  { prefix: '/api/site', service: 'auth', kind: 'api' },
  { prefix: '/api/admin/site', service: 'auth', kind: 'api' },
  { prefix: '/api/site/access', service: 'catalog', kind: 'api' },
  { prefix: '/api/admin/site/access', service: 'catalog', kind: 'api' },
  { prefix: '/api/admin/audit/accounts', service: 'auth', kind: 'api' },
  { prefix: '/api/nests', service: 'auth', kind: 'api' },
  { prefix: '/api/nest-classes', service: 'auth', kind: 'api' },
  { prefix: '/api/nest-invitations', service: 'auth', kind: 'api' },
  { prefix: '/api/nest-sessions', service: 'auth', kind: 'api' },
  { prefix: '/api/door/nests', service: 'auth', kind: 'api' },
  { prefix: '/api/door/session', service: 'auth', kind: 'api' },
  { prefix: '/api/nest-rules', service: 'catalog', kind: 'api' },
  { prefix: '/api/nest', service: 'catalog', kind: 'api' },
  { prefix: '/api/nest/session', service: 'auth', kind: 'api' },
  { prefix: '/api/door', service: 'catalog', kind: 'api' },
  { prefix: '/api/videos', service: 'catalog', kind: 'api' },
  { prefix: '/api/lists', service: 'catalog', kind: 'api' },
  { prefix: '/api/links', service: 'catalog', kind: 'api' },
  { prefix: '/api/comments', service: 'catalog', kind: 'api' },
  { prefix: '/api/moderation', service: 'catalog', kind: 'api' },
  { prefix: '/api/admin/comments', service: 'catalog', kind: 'api' },
  { prefix: '/api/admin/comment-authors', service: 'catalog', kind: 'api' },
  { prefix: '/api/admin/videos', service: 'catalog', kind: 'api' },
  { prefix: '/api/admin/videos/upload', service: 'catalog', kind: 'upload' },
  { prefix: '/api/admin/videos/:id/thumbnail', service: 'catalog', kind: 'upload' },
  { prefix: '/api/admin/videos/chips/picture', service: 'catalog', kind: 'upload' },
  { prefix: '/api/admin/uploads', service: 'catalog', kind: 'upload' },
  { prefix: '/api/admin/transcoding', service: 'catalog', kind: 'api' },
  { prefix: '/api/admin/audit/videos', service: 'catalog', kind: 'api' },
  { prefix: '/hls', service: 'catalog', kind: 'media' },
  { prefix: '/api/game', service: 'game', kind: 'api' },
  { prefix: '/api/admin/game', service: 'game', kind: 'api' },
  { prefix: '/api/admin/game/media', service: 'game', kind: 'upload' },
  { prefix: '/api/admin/game/packs', service: 'game', kind: 'upload' },
  { prefix: '/api/admin/audit/game', service: 'game', kind: 'api' },
  { prefix: '/Images', service: 'game', kind: 'media' },
  { prefix: '/Audio', service: 'game', kind: 'media' },
];

/** Paths that never belong to the web client, whether or not they are routed. */
const NOT_PAGES = ['/api', '/hls', '/Images', '/Audio', '/internal', '/.well-known', '/metrics'];

/** Returns whether a path equals a prefix or is under it. */
export function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`);
}

/** Returns the routes of an upstream for Fastify, whose router prefers the longest prefix. */
export function routesOf({ prefix }: Upstream): string[] {
  return [prefix, `${prefix}/*`];
}

/** Returns whether an unknown path may be a page of the web client. */
export function isPagePath(path: string): boolean {
  return !NOT_PAGES.some((prefix) => isBelow(path, prefix));
}
