import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { testRedisUrl } from '@larksong/service-kit/testing';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  REDIS_AWAY,
  startGateway,
  startUpstream,
  type RunningGateway,
  type Upstream,
} from './start-gateway.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(async () => upstream?.stop());

const start = (settings: Record<string, string> = {}) =>
  startGateway({
    CATALOG_URL: upstream.origin,
    TRUSTED_PROXIES: 'loopback',
    RATE_LIMIT_PER_MINUTE: '5',
    ...settings,
  });

/** An address that no earlier run has used up. */
const newAddress = () => `198.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

async function statuses(gateway: RunningGateway, from: string, paths: string[]): Promise<number[]> {
  const found: number[] = [];
  for (const path of paths) {
    const response = await fetch(gateway.baseUrl + path, { headers: { 'x-forwarded-for': from } });
    await response.arrayBuffer();
    found.push(response.status);
  }
  return found;
}

const six = Array.from({ length: 6 }, () => '/api/videos');
const sixth = [200, 200, 200, 200, 200, 429];

describe('more calls than are allowed', () => {
  test('from one address are refused with a sentence, and not from another', async () => {
    const gateway = await start();
    try {
      const from = newAddress();
      expect(await statuses(gateway, from, six)).toEqual(sixth);
      const refused = await fetch(`${gateway.baseUrl}/api/nothing`, { headers: { 'x-forwarded-for': from } });
      expect(await refused.json()).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await statuses(gateway, newAddress(), ['/api/videos'])).toEqual([200]);
    } finally {
      await gateway.stop();
    }
  });

  test('are counted over all gateways', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    try {
      const from = newAddress();
      expect(await statuses(one, from, six.slice(0, 3))).toEqual([200, 200, 200]);
      expect(await statuses(two, from, six.slice(0, 3))).toEqual([200, 200, 429]);
    } finally {
      await one.stop();
      await two.stop();
    }
  });

  test('are not counted for films and pictures', async () => {
    const gateway = await start();
    try {
      const paths = Array.from({ length: 30 }, (_, segment) => `/hls/1/${segment}.m4s`);
      expect(new Set(await statuses(gateway, newAddress(), paths))).toEqual(new Set([200]));
    } finally {
      await gateway.stop();
    }
  });
});

describe('without Redis', () => {
  test('the gateway counts alone, and is not slower', async () => {
    const gateway = await start({ REDIS_URL: REDIS_AWAY });
    try {
      const startedAt = performance.now();
      expect(await statuses(gateway, newAddress(), six)).toEqual(sixth);
      expect(performance.now() - startedAt).toBeLessThan(1000);
    } finally {
      await gateway.stop();
    }
  });

  test('that stops answering, the gateway counts on, and hardly a request waits', async () => {
    const redis = new URL(testRedisUrl(2));
    const target = { host: redis.hostname, port: Number(redis.port) };
    let isSilent = false;
    const sockets = new Set<Socket>();
    const between = createServer((inner) => {
      const outer = connect(target);
      sockets.add(inner).add(outer);
      inner.on('error', () => {}).on('data', (bytes) => isSilent || outer.write(bytes));
      outer.on('error', () => {}).on('data', (bytes) => isSilent || inner.write(bytes));
    });
    between.listen(0, '127.0.0.1');
    await once(between, 'listening');
    const { port } = between.address() as AddressInfo; // it listens on a port
    redis.port = String(port);
    const gateway = await start({ REDIS_URL: redis.href });
    try {
      const from = newAddress();
      isSilent = true;
      const startedAt = performance.now();
      expect(await statuses(gateway, from, six)).toEqual(sixth);
      const tookMs = performance.now() - startedAt;
      expect(tookMs).toBeGreaterThan(200); // the one that found out
      expect(tookMs).toBeLessThan(1000);
    } finally {
      await gateway.stop();
      for (const socket of sockets) socket.destroy();
      between.close();
    }
  });
});
