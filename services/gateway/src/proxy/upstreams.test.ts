import { buildServer, createLogger } from '@larksong/service-kit';
import { describe, expect, test } from 'vitest';

import { isPagePath, routesOf, UPSTREAMS } from './upstreams.ts';

/** The table in Fastify's router: each route responds with its upstream. */
const app = buildServer({ name: 'gateway', logger: createLogger({ name: 'gateway', level: 'silent' }) });
for (const upstream of UPSTREAMS)
  for (const url of routesOf(upstream)) app.get(url, async () => ({ upstream }));

async function findUpstream(path: string): Promise<unknown> {
  const { body } = await app.inject(path);
  return body.startsWith('{"upstream"') ? JSON.parse(body).upstream : undefined;
}

describe('UPSTREAMS', () => {
  test.each([
    ['/api/auth/login', 'auth', 'api'],
    ['/api/auth', 'auth', 'api'],
    ['/api/admin/accounts/1/reset-email', 'auth', 'api'],
    ['/api/admin/invitations/', 'auth', 'api'],
    ['/api/admin/mails', 'auth', 'api'],
    ['/api/site/texts', 'auth', 'api'],
    ['/api/admin/site/texts', 'auth', 'api'],
    ['/api/nests', 'auth', 'api'],
    ['/api/nests/1/cards', 'auth', 'api'],
    ['/api/nest-classes/1/code', 'auth', 'api'],
    ['/api/nest-sessions/open', 'auth', 'api'],
    ['/api/door/nests', 'auth', 'api'],
    ['/api/door/session/end', 'auth', 'api'],
    ['/api/nest-rules/1/preview', 'catalog', 'api'],
    ['/api/nest/place', 'catalog', 'api'],
    ['/api/door/rules/1/time', 'catalog', 'api'],
    ['/api/videos/', 'catalog', 'api'],
    ['/api/admin/videos/123/tags/', 'catalog', 'api'],
    ['/api/admin/videos/upload', 'catalog', 'upload'],
    ['/api/admin/videos/upload/', 'catalog', 'upload'],
    ['/api/admin/videos/123/thumbnail', 'catalog', 'upload'],
    ['/api/admin/videos/123/thumbnail/', 'catalog', 'upload'],
    ['/api/admin/videos/upload/thumbnails', 'catalog', 'upload'],
    ['/api/admin/videos/123', 'catalog', 'api'],
    ['/api/admin/uploads/1/parts/2', 'catalog', 'upload'],
    ['/api/admin/transcoding/status', 'catalog', 'api'],
    ['/hls/1/master.m3u8', 'catalog', 'media'],
    ['/api/game/categories', 'game', 'api'],
    ['/api/admin/game/items/1/', 'game', 'api'],
    ['/api/admin/game/media/1/picture', 'game', 'upload'],
    ['/Images/A/Apple.png', 'game', 'media'],
    ['/Audio/match.mp3', 'game', 'media'],
  ])('the path %s is routed to %s as %s', async (path, service, kind) => {
    expect(await findUpstream(path)).toMatchObject({ service, kind });
  });

  test.each([
    '/',
    '/api',
    '/api/authors',
    '/api/nestsx',
    '/api/nest-rulesx',
    '/api/doors',
    '/api/admin',
    '/api/admin/videosx',
    '/internal/sessions/1',
    '/api/internal',
    '/.well-known/jwks.json',
    '/API/auth/login',
    '/images/A/Apple.png',
    '/metrics',
  ])('the path %s is not routed', async (path) => {
    expect(await findUpstream(path)).toBeUndefined();
  });

  test.each(['/', '/songs', '/game-admin', '/some/page'])('the path %s may be a page', (path) => {
    expect(isPagePath(path)).toBe(true);
  });

  test.each(['/api', '/api/nothing', '/internal/x', '/.well-known/jwks.json', '/hls/x', '/metrics'])(
    'the path %s is not a page',
    (path) => {
      expect(isPagePath(path)).toBe(false);
    },
  );
});
