import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { auth, catalog, endpoint, withDefault, type Access } from '@larksong/contracts';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { AppError, buildServer, createRegister } from '../src/index.ts';
import { createRecordingLogger, createTestIssuer, type TestIssuer } from '../src/testing/index.ts';

const INTERNAL_TOKEN = 'internal-token-0123456789-0123456789';
const echo = <const A extends Access>(operationId: string, access: A) =>
  endpoint({
    operationId,
    summary: 'test',
    method: 'GET',
    path: `/api/${operationId}`,
    access,
    query: Type.Object({ limit: withDefault(Type.Integer({ minimum: 1, maximum: 100, default: 50 })) }),
    data: Type.Object({ name: Type.Union([Type.String(), Type.Null()]), limit: Type.Integer() }),
  });

const { logger, lines } = createRecordingLogger();
let app: FastifyInstance;
let issuer: TestIssuer;
let url: string;
let isDatabaseThere = true;

beforeAll(async () => {
  issuer = await createTestIssuer();
  app = buildServer({
    name: 'test',
    logger,
    checks: {
      database: async () => {
        if (!isDatabaseThere) throw new Error('away');
      },
    },
  });
  const register = createRegister(app, {
    authentication: issuer.authentication,
    internalToken: INTERNAL_TOKEN,
  });
  for (const access of ['anyone', 'viewer', 'member', 'superadmin'] as const)
    register(echo(access, access), async ({ viewer, query }) => ({
      data: { name: viewer?.username ?? null, limit: query.limit, hidden: 'never shown' },
    }));
  register(auth.login, async ({ body }) => {
    if (body.password === 'boom') throw new Error('select * from secrets at /srv/app/store.ts:1');
    if (body.password === 'away') throw Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    throw new AppError('TOO_BUSY', { retryAfterSeconds: 7 });
  });
  register(catalog.heartbeatUnit, async () => ({ data: { stop: false } }));
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

describe('the envelope', () => {
  it('a response holds only what the contract declares, with and without the trailing slash', async () => {
    for (const path of ['/api/anyone', '/api/anyone/']) {
      const response = await fetch(url + path);
      expect(await response.json()).toEqual({ success: true, data: { name: null, limit: 50 } });
      expect(response.headers.get('x-request-id')).toMatch(/./);
    }
  });

  it.each([
    ['a broken body', '{', 400, 'MALFORMED_REQUEST', 'The request could not be understood.'],
    ['a missing field', '{"password":"x"}', 400, 'VALIDATION_FAILED', 'Enter your email.'],
    ['a wrong type', '{"email":{},"password":"x"}', 400, 'VALIDATION_FAILED', 'Enter your email.'],
    ['a number for text', '{"email":5,"password":"x"}', 400, 'VALIDATION_FAILED', 'Enter your email.'],
    [
      'an AppError',
      '{"email":"a","password":"x"}',
      503,
      'TOO_BUSY',
      'The site is busy right now. Please try again in a moment.',
    ],
    [
      'a fault',
      '{"email":"a","password":"boom"}',
      500,
      'INTERNAL',
      'Something went wrong on our side. Please try again.',
    ],
    [
      'an unavailable dependency',
      '{"email":"a","password":"away"}',
      503,
      'UNAVAILABLE',
      expect.stringContaining('not available'),
    ],
    [
      'a body that is too large',
      `{"email":"${'a'.repeat(1_100_000)}"}`,
      413,
      'PAYLOAD_TOO_LARGE',
      expect.any(String),
    ],
  ])('the response to %s has a sentence and a code', async (_case, body, status, code, message) => {
    const reason = code === 'VALIDATION_FAILED' ? 'account.email-missing' : `code.${code}`;
    const response = await post('/api/auth/login', body, { 'x-request-id': 'request-1' });
    expect({ status: response.status, body: await response.json() }).toEqual({
      status,
      body: { success: false, code, reason, message, requestId: 'request-1' },
    });
  });

  it('a TOO_BUSY response has Retry-After, and malformed ids are rejected', async () => {
    const response = await post('/api/auth/login', '{"email":"a","password":"x"}', {
      'x-request-id': 'a b\\n',
    });
    expect(response.headers.get('retry-after')).toBe('7');
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('malformed HTTP and unknown paths get the failure envelope', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end('hello\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 [^]+"code":"MALFORMED_REQUEST"/);
    for (const path of ['/nowhere', '/api/auth/login', '/%zz', `/${'a'.repeat(9000)}`]) {
      const response = await fetch(url + path);
      expect([400, 404, 414]).toContain(response.status);
      expect(await response.json()).toMatchObject({ success: false });
    }
  });

  it('toAppError keeps the cause for the log', () => {
    expect(lines.some((line) => line.includes('select * from secrets'))).toBe(true);
  });
});

describe('access', () => {
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers });
    return {
      status: response.status,
      body: (await response.json()) as { code?: string; data?: { name: string } },
    };
  };

  it.each([
    ['anyone', 200, 200, 200],
    ['viewer', 200, 200, 200],
    ['member', 401, 200, 200],
    ['superadmin', 401, 403, 200],
  ] as const)(
    'a route for %s answers nobody with %i, users with %i and superadmins with %i',
    async (access, nobody, user, superadmin) => {
      const [member, admin] = [
        await issuer.signIn('user', 'mira'),
        await issuer.signIn('superadmin', 'olive'),
      ];
      expect((await get(`/api/${access}`)).status).toBe(nobody);
      expect((await get(`/api/${access}`, member.headers)).status).toBe(user);
      expect((await get(`/api/${access}`, admin.headers)).status).toBe(superadmin);
    },
  );

  it('access ends with the session, and only superadmin routes are closed while auth is unavailable', async () => {
    const admin = await issuer.signIn('superadmin');
    issuer.sessions.set(admin.sessionId, { active: true, role: 'user' });
    expect((await get('/api/superadmin', admin.headers)).status).toBe(403);
    const promoted = await issuer.signIn('user');
    issuer.sessions.set(promoted.sessionId, { active: true, role: 'superadmin' });
    expect((await get('/api/superadmin', promoted.headers)).status).toBe(200);
    issuer.sessions.set(admin.sessionId, { active: false, role: undefined });
    expect((await get('/api/member', admin.headers)).status).toBe(401);
    issuer.sessions.delete(admin.sessionId);
    expect((await get('/api/superadmin', admin.headers)).status).toBe(503);
    expect((await get('/api/member', admin.headers)).status).toBe(200);
  });

  it('malformed, foreign and expired tokens are rejected', async () => {
    const { headers } = await issuer.signIn('superadmin');
    const token = headers.authorization.slice('Bearer '.length);
    const [head = '', payload = '', signature = ''] = token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const stranger = await createTestIssuer();
    const bad = [
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      `${encode({ alg: 'HS256', typ: 'at+jwt', kid: 'test' })}.${payload}.${signature}`,
      `${head}.${encode({ sub: 'x', role: 'superadmin' })}.${signature}`,
      (await stranger.signIn('superadmin')).headers.authorization.slice('Bearer '.length),
      'x.y.z',
      '',
    ];
    for (const value of bad)
      for (const path of ['/api/viewer', '/api/member', '/api/superadmin'])
        expect((await get(path, { authorization: `Bearer ${value}` })).status).toBe(401);
  });

  it('internal calls without the secret get the response of an unknown path', async () => {
    const path = '/internal/units/0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1/heartbeat';
    const body = '{"token":"0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1"}';
    expect((await post(path, body)).status).toBe(404);
    expect((await post(path, body, { 'x-internal-token': `${INTERNAL_TOKEN}x` })).status).toBe(404);
    expect((await post(path, body, { 'x-internal-token': INTERNAL_TOKEN })).status).toBe(200);
  });
});

describe('health, readiness and metrics', () => {
  it('a service is alive, ready while its dependencies are, and counts requests', async () => {
    const health = await fetch(`${url}/healthz`);
    const manifest = await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string }; // as pnpm demands
    expect([health.status, await health.json()]).toEqual([200, { status: 'alive', version }]);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    isDatabaseThere = false;
    const response = await fetch(`${url}/readyz`);
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: 'not ready', checks: { database: 'away' } },
    ]);
    isDatabaseThere = true;
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(
      /http_request_duration_seconds_count{method="GET",route="\/api\/anyone",status="200"}/,
    );
  });

  it('the log never contains a token', () => {
    expect(lines.filter((line) => /Bearer |internal-token-0123/.test(line))).toEqual([]);
  });
});

describe('the log', () => {
  const answered = (path: string) =>
    lines
      .map((line) => JSON.parse(line) as Record<string, unknown>) // pino writes objects
      .filter((line) => line['msg'] === 'answered' && line['path'] === path);

  it('a flood of one network neither fills the log nor displaces its refusals, or the lines of others', async () => {
    const flood = { 'x-forwarded-for': '198.51.100.20' };
    const call = async (path: string, headers: Record<string, string>) =>
      (await fetch(url + path, { headers })).text();
    for (let batch = 0; batch < 20; batch += 1)
      await Promise.all(Array.from({ length: 50 }, (_, index) => call(`/flood/${batch}-${index}`, flood)));
    await call('/api/member', flood);
    await call('/after-the-flood', { 'x-forwarded-for': '198.51.101.20' });
    await expect.poll(() => answered('/after-the-flood')).toHaveLength(1);
    expect(answered('/api/member').filter(({ network }) => network === '198.51.100.0/24')).toHaveLength(1);
    const flooded = lines.filter((line) => line.includes('"path":"/flood/'));
    expect(flooded.length).toBeLessThanOrEqual(120);
  });

  it('a log line has method, path, status, network and user of a response, but not the query', async () => {
    const member = await issuer.signIn();
    const from = { ...member.headers, 'x-forwarded-for': '2001:db8:1:2:3::4' };
    await (await fetch(`${url}/api/member/?limit=7&token=secret-in-query`, { headers: from })).text();
    await expect.poll(() => answered('/api/member/')).toHaveLength(1);
    expect(answered('/api/member/')[0]).toMatchObject({
      level: 30,
      method: 'GET',
      route: '/api/member',
      status: 200,
      durationMs: expect.any(Number),
      network: '2001:db8:1::/48',
      userId: member.id,
      reqId: expect.any(String),
    });
    expect(lines.join('')).not.toContain('secret-in-query');
  });

  it('successful internal calls are logged at debug level, failed ones at info', async () => {
    const path = '/internal/units/0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e2/heartbeat';
    const body = '{"token":"0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1"}';
    await (await post(path, body, { 'x-internal-token': INTERNAL_TOKEN })).text();
    await (await post(path, body)).text();
    await expect.poll(() => answered(path)).toHaveLength(2);
    expect(answered(path).map(({ level, status }) => [level, status])).toEqual([
      [20, 200],
      [30, 404],
    ]);
  });

  it('a client that disconnects in the middle of its body is not logged as an error', async () => {
    const before = lines.length;
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n');
    socket.write('content-length: 100\r\n\r\n{"email"', () => socket.destroy());
    await expect.poll(() => lines.slice(before).join('')).toContain('the client disconnected');
    expect(lines.slice(before).filter((line) => /"level":50|"stack"/.test(line))).toEqual([]);
  });
});
