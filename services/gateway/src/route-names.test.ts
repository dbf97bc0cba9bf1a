import { fastify } from 'fastify';
import { expect, test } from 'vitest';

import { createFindCall } from './find-call.ts';
import { createRouteNames } from './route-names.ts';

const nameOf = createRouteNames(createFindCall());
const app = fastify();
for (const url of ['/api/videos', '/api/videos/*', '/hls/:id/*', '/Images/*', '/*'])
  app.route({ method: ['GET', 'POST', 'DELETE'], url, handler: async (request) => nameOf(request) });

test.each([
  ['GET', '/api/videos', '/api/videos'],
  ['GET', '/api/videos/?page=2', '/api/videos'],
  ['GET', '/api/videos/0192-a', '/api/videos/:id'],
  ['HEAD', '/api/videos/0192-a', '/api/videos/:id'],
  ['DELETE', '/api/videos/0192-a', '/api/*'], // deletions are under /api/admin
  ['GET', '/api/videos/a/b/c/d', '/api/*'],
  ['GET', '/hls/1/master.m3u8', '/hls/*.m3u8'],
  ['GET', '/hls/1/720p/1/x/00001.m4s', '/hls/*.m4s'],
  ['GET', '/hls/1/anything.exe', '/hls/*'],
  ['GET', '/Images/A/Apple.png', '/Images/*'],
  ['GET', '/assets/index-abc.js', '/assets/*'],
  ['GET', '/songs?v=1', 'page'],
  ['GET', '/icon.svg', 'file'],
] as const)('the route of %s %s is named %s', async (method, url, name) => {
  const response = await app.inject({ method: method === 'HEAD' ? 'GET' : method, url });
  expect(response.body).toBe(name);
});
