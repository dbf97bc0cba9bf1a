import type { ServerResponse } from 'node:http';

import { createTestIssuer } from '@larksong/service-kit/testing';
import { expect, test } from 'vitest';

import { startGateway, startUpstream } from './start-gateway.ts';

test('an account has a few calls at once at a service, and others need not wait behind the rest', async () => {
  const issuer = await createTestIssuer();
  const upstream = await startUpstream();
  const settings = {
    CATALOG_URL: upstream.origin,
    RATE_LIMIT_PER_MINUTE: '100',
    CALLS_PER_ACCOUNT: '3',
  };
  const gateway = await startGateway(settings, { verify: issuer.authentication.verify });
  const waiting: ServerResponse[] = [];
  upstream.handle((request, response) => {
    if (request.url === '/api/videos/slow') waiting.push(response);
    else response.end('{}');
  });
  try {
    const statusOf = async (path: string, headers = {}) =>
      (await fetch(gateway.baseUrl + path, { headers })).status;
    const busy = await issuer.signIn();
    const slow = Array.from({ length: 12 }, async () =>
      statusOf('/api/videos/slow', (await issuer.signInAgain(busy)).headers),
    );
    await expect.poll(() => waiting.length).toBe(3);
    expect(await statusOf('/api/videos', (await issuer.signIn()).headers)).toBe(200);
    expect(await statusOf('/api/videos')).toBe(200);
    expect(waiting).toHaveLength(3);
    for (let answered = 0; answered < slow.length; answered += 1) {
      await expect.poll(() => waiting.length).toBeGreaterThan(answered);
      waiting[answered]?.end('{}');
    }
    expect(await Promise.all(slow)).toEqual(slow.map(() => 200));
  } finally {
    await gateway.stop();
    await upstream.stop();
  }
});
