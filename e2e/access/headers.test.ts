import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { beforeAll, describe, expect, it } from 'vitest';

import { createMember, type Account } from './people.ts';
import { rawCall } from './raw-call.ts';
import { findSiteProcesses, originOf } from './site-processes.ts';
import { sharedSite } from '../support/shared-site.ts';

let siteUrl: string;
let member: Account;
beforeAll(async () => {
  siteUrl = sharedSite().url;
  member = await createMember();
});

/** Sends a request line unchanged, which `fetch` would normalize. Returns the answer. */
async function sendLine(path: string, headers: string[] = []): Promise<{ status: number; answer: string }> {
  const { hostname, port } = new URL(siteUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(
    [`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n'),
  );
  const answer = await text(socket);
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), answer };
}

const ADDRESSES = [
  ['a page', '/', 200],
  ['another page', '/songs?v=1', 200],
  ['a missing file', '/assets/none.js', 404],
  ['a call', '/api/videos', 200],
  ['a rejected call', '/api/auth/profile', 401],
  ['a call that does not exist', '/api/none', 404],
  ['a stream that does not exist', '/hls/none/master.m3u8', 404],
  ['an odd path', '/api//videos', 400],
  ['an internal path', '/internal/sessions/1', 404],
] as const;

describe('security headers', () => {
  it.each(ADDRESSES)('security headers are set on %s (%s)', async (_, path, status) => {
    const answer = await rawCall(siteUrl + path, 'GET', { headers: { accept: '*/*' } });
    expect(answer.status).toBe(status);
    const { headers } = answer;
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).not.toMatch(/unsafe-|https?:|\*/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toMatch(/^(strict-origin|no-referrer)$/);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null]);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('private answers are kept out of shared caches', async () => {
    const { accessToken: token } = member;
    const { headers } = await rawCall(`${siteUrl}/api/auth/profile`, 'GET', { token });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('the stream cookie is accepted only for streams of this site', async () => {
    const { headers } = await rawCall(`${siteUrl}/api/videos`, 'GET', { token: member.accessToken });
    const [cookie = ''] = headers.getSetCookie();
    for (const attribute of ['Path=/hls/', 'HttpOnly', 'SameSite=Strict'])
      expect(cookie).toContain(attribute);
    const asCookie = { headers: { cookie: cookie.split(';')[0] ?? '' } };
    expect((await rawCall(`${siteUrl}/api/auth/profile`, 'GET', asCookie)).status).toBe(401);
    expect((await rawCall(`${siteUrl}/api/admin/transcoding/status`, 'GET', asCookie)).status).toBe(401);
  });
});

const SPOOFED: Record<string, string>[] = [
  {
    'x-user-id': '00000000-0000-7000-8000-000000000000',
    'x-user-role': 'superadmin',
    'x-role': 'superadmin',
  },
  { 'x-internal-token': randomBytes(32).toString('hex') },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
  { 'x-forwarded-host': 'evil.example', 'x-original-url': '/internal/sessions/1', 'x-rewrite-url': '/' },
  { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
  { 'x-auth-user': 'superadmin', 'x-remote-user': 'superadmin', 'x-session-id': 'superadmin' },
];

describe('headers that claim an identity', () => {
  it.each(SPOOFED)('headers that claim an identity change nothing: %o', async (headers) => {
    for (const [path, status] of [
      ['/api/auth/profile', 401],
      ['/api/admin/transcoding/status', 401],
      ['/internal/sessions/00000000-0000-7000-8000-000000000000', 404],
    ] as const)
      expect((await rawCall(siteUrl + path, 'GET', { headers })).status, path).toBe(status);
    const { accessToken: token } = member;
    const asMember = await rawCall(`${siteUrl}/api/admin/transcoding/status`, 'GET', { token, headers });
    expect(asMember.status).toBe(403);
    const profile = await rawCall(`${siteUrl}/api/auth/profile`, 'GET', { token, headers });
    expect(profile.text).toContain(member.user.id);
    expect(profile.text).toContain('"role":"user"');
  });

  it('headers open no internal call of a service without the secret, even at its own port', async () => {
    const processes = await findSiteProcesses(siteUrl);
    const path = '/internal/sessions/00000000-0000-7000-8000-000000000000';
    for (const found of processes.filter(({ service }) => service === 'auth')) {
      const secret = found.environment['INTERNAL_TOKEN'] ?? '';
      const ask = (headers: Record<string, string>) => rawCall(originOf(found) + path, 'GET', { headers });
      expect((await ask({})).status).toBe(404);
      expect((await ask({ 'x-internal-token': secret.slice(0, -1) })).status).toBe(404);
      expect((await ask({ 'x-internal-token': `${secret}0` })).status).toBe(404);
      expect((await ask({ 'x-internal-token': secret })).status).toBe(200);
      const throughGateway = await rawCall(siteUrl + path, 'GET', {
        headers: { 'x-internal-token': secret },
      });
      expect(throughGateway.status).toBe(404);
    }
  });

  it.each(['a b', 'x'.repeat(200), '{"level":60}', 'é'])(
    'a malformed request id (%s) is replaced',
    async (id) => {
      const { headers } = await rawCall(`${siteUrl}/api/videos`, 'GET', {
        headers: { 'x-request-id': Buffer.from(id).toString('latin1') },
      });
      expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    },
  );
});

const ODD_PATHS = [
  '//api/videos',
  '/api//videos',
  '/api/./videos',
  '/api/../internal/sessions/1',
  '/api/videos/../../internal/sessions/1',
  '/api/videos/..%2f..%2finternal/sessions/1',
  '/api/videos/%2e%2e/%2e%2e/internal/sessions/1',
  '/api/videos/..;/internal/sessions/1',
  '/api/videos/%2e%2e%3b/internal/sessions/1',
  '/api/videos%00',
  '/api/videos/%00',
  '/api/videos%0d%0aX-Injected:%201',
  '/api/%76ideos',
  '/api/videos%2f',
  '/api\\videos',
  '/api/videos;id=1',
  '/%61pi/admin/transcoding/status',
  '/%2561pi/videos',
  '/hls/%2e%2e/%2e%2e/etc/passwd',
  '/hls/..%5c..%5cetc%5cpasswd',
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/.env',
  '/.git/config',
  '/assets/../index.html',
  '/assets/%2e%2e/index.html',
  '/%',
  '/%zz',
  '/%c0%ae%c0%ae/',
  '/internal',
  '/internal/',
  '/internal/users/names',
  '/metrics',
  '/metrics/',
  '/.well-known/jwks.json',
  `/api/videos/${'a'.repeat(400)}`,
  'http://127.0.0.1/internal/sessions/1',
  '*',
];

describe('odd paths', () => {
  it.each(ODD_PATHS)('the odd path %s is rejected or not found', async (path) => {
    const { status, answer } = await sendLine(path);
    expect([400, 404]).toContain(status);
    expect(answer).not.toMatch(/x-injected|root:.*:0:0|"keys":|http_request_duration/i);
    expect(answer).not.toMatch(/node_modules|\.ts:\d+|at \w+ \(/);
  });

  it.each(['/API/videos', '/Api/Admin/transcoding/status', '/Internal/users/names'])(
    '%s leads to the page of the web client that says so, and to no service',
    async (path) => {
      const { status, answer } = await sendLine(path);
      expect(status).toBe(404);
      expect(answer).toContain('<!doctype html>');
    },
  );
});
