import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { toShortNetwork } from '@larksong/service-kit';
import {
  createRecordingLogger,
  createTestIssuer,
  startStopwatch,
  testRedisUrl,
} from '@larksong/service-kit/testing';
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

const start = (settings: Record<string, string> = {}, deps: Parameters<typeof startGateway>[1] = {}) =>
  startGateway(
    {
      CATALOG_URL: upstream.origin,
      TRUSTED_PROXIES: 'loopback',
      RATE_LIMIT_PER_MINUTE: '8',
      NETWORK_RATE_LIMIT_PER_MINUTE: '5',
      ...settings,
    },
    deps,
  );

/** Returns an address that earlier runs have not used. */
const newAddress = () => `198.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

async function statuses(
  gateway: RunningGateway,
  from: string,
  paths: string[],
  init: { method?: string; headers?: Record<string, string> } = {},
): Promise<number[]> {
  const found: number[] = [];
  for (const path of paths) {
    const headers = { ...init.headers, 'x-forwarded-for': from };
    const response = await fetch(gateway.baseUrl + path, { ...init, headers });
    await response.arrayBuffer();
    found.push(response.status);
  }
  return found;
}

const six = Array.from({ length: 6 }, () => '/api/videos');
const sixth = [200, 200, 200, 200, 200, 429];

describe('more calls than are allowed', () => {
  test('calls beyond the limit of one address are rejected with a sentence, those of another address are not', async () => {
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

  test('calls are counted across all gateways', async () => {
    const [one, two] = await Promise.all([start(), start()]);
    try {
      const from = newAddress();
      expect(await statuses(one, from, six.slice(0, 5))).toEqual([200, 200, 200, 200, 200]);
      const found: number[] = [];
      await expect
        .poll(async () => {
          found.push(...(await statuses(two, from, ['/api/videos'])));
          return found.at(-1);
        })
        .toBe(429);
      expect(found.length).toBeLessThanOrEqual(5); // the gateway's own limit would have refused the sixth
    } finally {
      await one.stop();
      await two.stop();
    }
  });

  test('requests for videos and pictures are not counted', async () => {
    const gateway = await start();
    try {
      const paths = Array.from({ length: 30 }, (_, segment) => `/hls/1/${segment}.m4s`);
      expect(new Set(await statuses(gateway, newAddress(), paths))).toEqual(new Set([200]));
    } finally {
      await gateway.stop();
    }
  });
});

describe('signed-in calls', () => {
  const nine = Array.from({ length: 9 }, () => '/api/videos');
  const ninth = [...Array.from({ length: 8 }, () => 200), 429];

  test('signed-in calls are counted by account, wherever they come from, without affecting others behind the address', async () => {
    const issuer = await createTestIssuer();
    const { logger, lines } = createRecordingLogger('gateway');
    const gateway = await start({}, { verify: issuer.authentication.verify, logger });
    try {
      const school = newAddress();
      const [pupil, teacher] = [await issuer.signIn(), await issuer.signIn()];
      expect(await statuses(gateway, school, nine, pupil)).toEqual(ninth);
      expect(await statuses(gateway, newAddress(), nine.slice(0, 1), pupil)).toEqual([429]);
      expect(await statuses(gateway, school, nine, teacher)).toEqual(ninth);
      expect(await statuses(gateway, school, six)).toEqual(sixth);
      const answered = lines.map((line) => JSON.parse(line) as Record<string, unknown>); // pino writes objects
      const refused = answered.filter(({ msg, status }) => msg === 'answered' && status === 429);
      expect(refused[0]).toMatchObject({
        limit: 'account-rate',
        network: toShortNetwork(school),
        userId: pupil.id,
      });
      expect(refused.at(-1)).toMatchObject({ limit: 'network-rate', network: toShortNetwork(school) });
      const text = await gateway.metrics.metrics();
      expect(text).toContain('gateway_refused_requests_total{limit="account-rate"} 3');
      expect(text).toContain('gateway_refused_requests_total{limit="network-rate"} 1');
    } finally {
      await gateway.stop();
    }
  });

  test('the sessions of an account share its calls, also through two gateways', async () => {
    const issuer = await createTestIssuer();
    const deps = { verify: issuer.authentication.verify };
    const [one, two] = await Promise.all([start({}, deps), start({}, deps)]);
    try {
      const first = await issuer.signIn();
      expect(await statuses(one, newAddress(), nine.slice(0, 8), first)).not.toContain(429);
      const again = await issuer.signInAgain(first);
      expect(await statuses(one, newAddress(), nine.slice(0, 1), again)).toEqual([429]);
      const found: number[] = [];
      await expect
        .poll(async () => {
          found.push(...(await statuses(two, newAddress(), ['/api/videos'], again)));
          return found.at(-1);
        })
        .toBe(429);
      expect(found.length).toBeLessThanOrEqual(5); // the gateway's own limit would have refused the ninth
    } finally {
      await one.stop();
      await two.stop();
    }
  });

  test('the signed-in people of one network share a limit, which refused calls of one of them do not use up', async () => {
    const issuer = await createTestIssuer();
    const { logger, lines } = createRecordingLogger('gateway');
    const settings = { MEMBERS_RATE_LIMIT_PER_MINUTE: '20' };
    const gateway = await start(settings, { verify: issuer.authentication.verify, logger });
    try {
      const school = newAddress();
      const busy = await issuer.signIn();
      const found = await statuses(gateway, school, [...nine, ...nine, ...nine], busy);
      expect(found.filter((status) => status === 200)).toHaveLength(8);
      expect(await statuses(gateway, school, nine, await issuer.signIn())).toEqual(ninth);
      const fourLeft = await statuses(gateway, school, nine, await issuer.signIn());
      expect(fourLeft.filter((status) => status === 200)).toHaveLength(4);
      expect(lines.some((line) => line.includes('"limit":"members-rate"'))).toBe(true);
      expect(await statuses(gateway, newAddress(), nine, await issuer.signIn())).toEqual(ninth);
      expect(await statuses(gateway, school, ['/api/videos'])).toEqual([200]);
    } finally {
      await gateway.stop();
    }
  });

  test('calls with a forged token are counted by network', async () => {
    const [issuer, forger] = [await createTestIssuer(), await createTestIssuer()];
    const gateway = await start({}, { verify: issuer.authentication.verify });
    try {
      const from = newAddress();
      const found: number[] = [];
      for (let call = 0; call < 6; call += 1)
        found.push(...(await statuses(gateway, from, ['/api/videos'], await forger.signIn())));
      expect(found).toEqual(sixth);
    } finally {
      await gateway.stop();
    }
  });

  test('signed-in calls are counted by network and hardly delayed while the keys of auth are unavailable', async () => {
    const issuer = await createTestIssuer();
    const gateway = await start({}, { verify: () => new Promise(() => undefined) });
    try {
      const elapsedMs = startStopwatch();
      expect(await statuses(gateway, newAddress(), six, await issuer.signIn())).toEqual(sixth);
      expect(elapsedMs()).toBeLessThan(5000); // six times a quarter of a second
    } finally {
      await gateway.stop();
    }
  });

  test('reports of views do not count towards the rate limit', async () => {
    const gateway = await start();
    try {
      const reports = Array.from(
        { length: 30 },
        () => '/api/videos/0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1/view',
      );
      const found = await statuses(gateway, newAddress(), reports, { method: 'POST' });
      expect(new Set(found)).toEqual(new Set([200]));
    } finally {
      await gateway.stop();
    }
  });
});

describe('an IPv6 client', () => {
  test('the rate limit counts IPv6 clients by their /64', async () => {
    const gateway = await start();
    try {
      const network = `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}`;
      const found: number[] = [];
      for (let host = 1; host <= 6; host += 1)
        found.push(...(await statuses(gateway, `${network}::${host}`, ['/api/videos'])));
      expect(found).toEqual(sixth);
    } finally {
      await gateway.stop();
    }
  });
});

describe('without Redis', () => {
  test('a gateway without Redis counts on its own and is not slower', async () => {
    const gateway = await start({ REDIS_URL: REDIS_AWAY });
    try {
      const elapsedMs = startStopwatch();
      expect(await statuses(gateway, newAddress(), six)).toEqual(sixth);
      expect(elapsedMs()).toBeLessThan(1000);
    } finally {
      await gateway.stop();
    }
  });

  test('the gateway keeps counting without delaying requests if Redis stops responding', async () => {
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
      const elapsedMs = startStopwatch();
      expect(await statuses(gateway, from, six)).toEqual(sixth);
      expect(elapsedMs()).toBeLessThan(1000);
    } finally {
      await gateway.stop();
      for (const socket of sockets) socket.destroy();
      between.close();
    }
  });
});
