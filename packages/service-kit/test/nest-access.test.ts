import { randomUUID } from 'node:crypto';

import { endpoint, type Access } from '@larksong/contracts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { buildServer, createRegister } from '../src/index.ts';
import { createRecordingLogger, createTestIssuer, type TestIssuer } from '../src/testing/index.ts';

let issuer: TestIssuer;
let app: FastifyInstance;

const CALLS: { path: string; access: Access; inNest?: 'session' | 'game' }[] = [
  { path: '/api/member', access: 'member' },
  { path: '/api/viewer', access: 'viewer' },
  { path: '/api/teacher', access: 'teacher' },
  { path: '/api/letters', access: 'letters' },
  { path: '/api/superadmin', access: 'superadmin' },
  { path: '/internal/nothing', access: 'internal' },
  { path: '/api/game', access: 'viewer', inNest: 'game' },
  { path: '/api/nest/place', access: 'nest' },
  { path: '/api/door/place', access: 'door' },
];

beforeAll(async () => {
  issuer = await createTestIssuer();
  app = buildServer({ name: 'test', logger: createRecordingLogger().logger });
  const { authentication, nestAuthentication } = issuer;
  const register = createRegister(app, { authentication, nestAuthentication, internalToken: 'internal' });
  for (const { path, ...rest } of CALLS)
    register(
      endpoint({ operationId: path, summary: path, method: 'GET', path, ...rest }),
      async ({ viewer, caller, request, record }) => ({
        message: JSON.stringify({ viewer, caller, nest: request.nest, door: request.door, record }),
      }),
    );
});
afterAll(async () => app?.close());

interface Seen {
  viewer: { id: string } | null;
  caller: Record<string, unknown> | null;
  nest: Record<string, unknown> | null;
  door: Record<string, unknown> | null;
  record?: unknown;
}

async function call(path: string, headers = {}): Promise<{ status: number; seen: Seen | undefined }> {
  const answer = await app.inject({ url: path, headers });
  const { message } = answer.json<{ message: string }>();
  return {
    status: answer.statusCode,
    seen: answer.statusCode === 200 ? (JSON.parse(message) as Seen) : undefined,
  };
}

async function statusesOf(headers = {}): Promise<Record<string, number>> {
  const entries = CALLS.map(async ({ path }) => [path, (await call(path, headers)).status] as const);
  return Object.fromEntries(await Promise.all(entries));
}

const REFUSED = Object.fromEntries(
  CALLS.map(({ path, access }) => [path, access === 'internal' ? 404 : 401]),
);

it('a token of each kind is admitted where calls are for that kind, and nowhere else', async () => {
  const superadmin = await issuer.signIn('superadmin');
  const { headers, doorHeaders } = await issuer.enterNest({ ownerId: superadmin.id });
  expect(await statusesOf(headers)).toEqual({ ...REFUSED, '/api/game': 200, '/api/nest/place': 200 });
  expect(await statusesOf(doorHeaders)).toEqual({ ...REFUSED, '/api/door/place': 200 });
  const ofMember = { '/api/nest/place': 401, '/api/door/place': 401, '/internal/nothing': 404 };
  expect(await statusesOf(superadmin.headers)).toEqual({
    ...Object.fromEntries(CALLS.map(({ path }) => [path, 200])),
    ...ofMember,
  });
  expect(await statusesOf()).toEqual({ ...REFUSED, '/api/viewer': 200, '/api/game': 200 });
});

it('each verifier refuses the tokens of the other kinds', async () => {
  const member = await issuer.signIn('superadmin');
  const nest = await issuer.enterNest({ ownerId: member.id });
  const tokens = [member.headers, nest.headers, nest.doorHeaders].map(({ authorization }) =>
    authorization.replace('Bearer ', ''),
  );
  const { authentication, nestAuthentication } = issuer;
  const verifiers = [authentication.verify, nestAuthentication.checkNest, nestAuthentication.checkDoor];
  for (const [own, verify] of verifiers.entries())
    for (const [kind, token] of tokens.entries()) {
      const outcome = await verify(token).then(
        () => 'admitted',
        (error: { code?: string }) => error.code,
      );
      expect(outcome, `verifier ${own}, token ${kind}`).toBe(own === kind ? 'admitted' : 'UNAUTHENTICATED');
    }
});

it('a handler never gets a nest or a door as its viewer, and nobody to record changes as', async () => {
  const nest = await issuer.enterNest({ ownerId: randomUUID(), ruleId: randomUUID() });
  const { headers, doorHeaders, ...ids } = nest;
  const place = await call('/api/nest/place', headers);
  expect(place.seen).toEqual({ viewer: null, caller: ids, nest: ids, door: null, record: null });
  const game = await call('/api/game', headers);
  expect(game.seen).toEqual({ viewer: null, caller: null, nest: ids, door: null, record: null });
  const door = {
    sessionId: nest.sessionId,
    memberId: nest.ownerId,
    nests: [{ id: nest.nestId, ownerId: nest.ownerId, ruleId: nest.ruleId }],
  };
  const behind = await call('/api/door/place', doorHeaders);
  expect(behind.seen).toEqual({ viewer: null, caller: door, nest: null, door, record: null });
});

it('an ended session admits neither its nest nor its door', async () => {
  const { headers, doorHeaders, sessionId } = await issuer.enterNest({ ownerId: randomUUID() });
  issuer.nestSessions.set(sessionId, { active: false, memberId: null, nests: [] });
  expect(await statusesOf(headers)).toEqual(REFUSED);
  expect(await statusesOf(doorHeaders)).toEqual(REFUSED);
});

it('a nest that has left the device is refused, while the others of the session stay', async () => {
  const ownerId = randomUUID();
  const nest = await issuer.enterNest({ ownerId });
  const other = { id: randomUUID(), ownerId, ruleId: randomUUID() };
  issuer.nestSessions.set(nest.sessionId, { active: true, memberId: ownerId, nests: [other] });
  expect((await call('/api/nest/place', nest.headers)).status).toBe(401);
  expect((await call('/api/door/place', nest.doorHeaders)).seen?.door?.['nests']).toEqual([other]);
});

it('the owner and the rule that auth states count more than those of the token', async () => {
  const nest = await issuer.enterNest({ ownerId: randomUUID() });
  const now = { id: nest.nestId, ownerId: randomUUID(), ruleId: randomUUID() };
  issuer.nestSessions.set(nest.sessionId, { active: true, memberId: now.ownerId, nests: [now] });
  expect((await call('/api/nest/place', nest.headers)).seen?.nest).toMatchObject({
    ownerId: now.ownerId,
    ruleId: now.ruleId,
  });
});

it('while auth does not respond, a nest stays open and the door is unavailable', async () => {
  const known = await issuer.enterNest({ ownerId: randomUUID() });
  const state = issuer.nestSessions.get(known.sessionId);
  if (state) issuer.nestSessions.set(known.sessionId, { ...state, isStale: true });
  const unknown = await issuer.enterNest({ ownerId: randomUUID() });
  issuer.nestSessions.delete(unknown.sessionId);
  for (const { headers, doorHeaders } of [known, unknown]) {
    expect((await call('/api/nest/place', headers)).status).toBe(200);
    expect((await call('/api/door/place', doorHeaders)).status).toBe(503);
  }
});

it('a door that another member opened is refused', async () => {
  const nest = await issuer.enterNest({ ownerId: randomUUID() });
  const state = issuer.nestSessions.get(nest.sessionId);
  if (state) issuer.nestSessions.set(nest.sessionId, { ...state, memberId: randomUUID() });
  expect((await call('/api/door/place', nest.doorHeaders)).status).toBe(401);
});

it('a call for nests or doors cannot be registered without their authentication', () => {
  const register = createRegister(app, { authentication: issuer.authentication });
  for (const { access, inNest, path } of CALLS.slice(-3))
    expect(() =>
      register(
        endpoint({
          ...{ operationId: path, summary: path, method: 'GET', path: `${path}/more`, access },
          ...(inNest ? { inNest } : {}),
        }),
        async () => ({}),
      ),
    ).toThrow('needs the authentication of nests');
});
