import { once } from 'node:events';
import { request as sendRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

import { endpoint } from '@larksong/contracts';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { addBinaryBodies, buildServer, createRegister, readBinaryBody } from '../src/index.ts';
import {
  createRecordingLogger,
  createTestIssuer,
  type TestIssuer,
  type TestUser,
} from '../src/testing/index.ts';

/** Longer than a check of access is good for. */
const SLOW_MS = 400;
const BODY = '{"title":"Ducks"}';

let issuer: TestIssuer;
let app: FastifyInstance;
let done: string[] = [];

beforeAll(async () => {
  issuer = await createTestIssuer();
  app = buildServer({ name: 'test', logger: createRecordingLogger().logger });
  addBinaryBodies(app);
  const register = createRegister(app, { authentication: issuer.authentication });
  const shared = { summary: 'Edit', method: 'PUT', access: 'teacher' } as const;
  const body = Type.Object({ title: Type.String() });
  register(endpoint({ ...shared, operationId: 'json', path: '/json', body }), async ({ viewer }) => {
    done.push(`json by ${viewer.role}`);
    return {};
  });
  const binary = { ...shared, operationId: 'binary', path: '/binary', encoding: 'binary' } as const;
  register(endpoint({ ...binary, body: Type.String() }), async ({ request, viewer }) => {
    await readBinaryBody(request, { maxBytes: 1000, stallMs: 10_000 });
    done.push(`binary by ${viewer.role}`);
    return {};
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => app?.close());

const TYPES = { json: 'application/json', binary: 'application/octet-stream' };
type Kind = keyof typeof TYPES;
const KINDS = ['json', 'binary'] as const;

/** Sends half of a body, waits for longer than a check is good for, does something and sends the rest. */
async function sendSlowly(kind: Kind, user: TestUser, meanwhile: () => void): Promise<number> {
  const { port } = app.server.address() as AddressInfo; // listening on TCP
  const headers = { ...user.headers, 'content-type': TYPES[kind], 'content-length': BODY.length };
  const sent: ClientRequest = sendRequest({
    port,
    host: '127.0.0.1',
    method: 'PUT',
    path: `/${kind}`,
    headers,
  });
  const answered = once(sent, 'response');
  sent.write(BODY.slice(0, 5));
  await pause(SLOW_MS);
  meanwhile();
  sent.end(BODY.slice(5));
  const [response] = (await answered) as [IncomingMessage];
  await text(response);
  return response.statusCode ?? 0;
}

const became = ({ sessionId }: TestUser, state: Parameters<TestIssuer['sessions']['set']>[1]) =>
  issuer.sessions.set(sessionId, state);

describe.each(KINDS)('a %s body that takes its time', (kind) => {
  it('is accepted from a teacher who still is one', async () => {
    done = [];
    expect(await sendSlowly(kind, await issuer.signIn('teacher'), () => {})).toBe(200);
    expect(done).toEqual([`${kind} by user`]);
  });

  it('is refused at its end if its sender has lost the right, the session or the role meanwhile', async () => {
    done = [];
    const teacher = await issuer.signIn('teacher');
    const demote = () => became(teacher, { active: true, role: 'user', teacher: null });
    expect(await sendSlowly(kind, teacher, demote)).toBe(403);
    const leaving = await issuer.signIn('teacher');
    expect(await sendSlowly(kind, leaving, () => became(leaving, { active: false, role: undefined }))).toBe(
      401,
    );
    const superadmin = await issuer.signIn('superadmin');
    const given = { isTrusted: false, editsLetters: false, quotaBytes: null };
    const makeTeacher = () => became(superadmin, { active: true, role: 'user', teacher: given });
    expect(await sendSlowly(kind, superadmin, makeTeacher)).toBe(403);
    expect(done).toEqual([]);
  });
});
