import { endpoint, STAFF_ACCESS } from '@larksong/contracts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { buildServer, createRegister } from '../src/index.ts';
import {
  createRecordingLogger,
  createTestIssuer,
  type TestIssuer,
  type TestUser,
} from '../src/testing/index.ts';

let issuer: TestIssuer;
let app: FastifyInstance;

beforeAll(async () => {
  issuer = await createTestIssuer();
  app = buildServer({ name: 'test', logger: createRecordingLogger().logger });
  const register = createRegister(app, { authentication: issuer.authentication });
  for (const access of STAFF_ACCESS)
    register(
      endpoint({ operationId: access, summary: access, method: 'GET', path: `/api/${access}`, access }),
      async () => ({ message: 'Come in.' }),
    );
});
afterAll(async () => app?.close());

/** Returns the statuses of calls for superadmins, for teachers and for those who edit letters. */
async function statusesOf(user?: TestUser): Promise<number[]> {
  const statuses = [];
  for (const access of STAFF_ACCESS) {
    const headers = user?.headers ?? {};
    statuses.push((await app.inject({ url: `/api/${access}`, headers })).statusCode);
  }
  return statuses;
}

it('calls of staff let in superadmins, and the teachers whom they are for', async () => {
  expect(await statusesOf()).toEqual([401, 401, 401]);
  expect(await statusesOf(await issuer.signIn('user'))).toEqual([403, 403, 403]);
  expect(await statusesOf(await issuer.signIn('superadmin'))).toEqual([200, 200, 200]);
  expect(await statusesOf(await issuer.signIn('teacher'))).toEqual([403, 200, 403]);
  const lettered = await issuer.signIn('teacher', undefined, { editsLetters: true });
  expect(await statusesOf(lettered)).toEqual([403, 200, 200]);
});

it('a session state counts more than the token of a former teacher', async () => {
  const teacher = await issuer.signIn('teacher');
  issuer.sessions.set(teacher.sessionId, { active: true, role: 'user', teacher: null });
  expect(await statusesOf(teacher)).toEqual([403, 403, 403]);
});

it('while auth is unavailable, teachers are told to come back, and others that they may not', async () => {
  const [teacher, member] = [await issuer.signIn('teacher'), await issuer.signIn('user')];
  for (const { sessionId } of [teacher, member]) issuer.sessions.delete(sessionId);
  expect(await statusesOf(teacher)).toEqual([403, 503, 503]);
  expect(await statusesOf(member)).toEqual([403, 403, 403]);
});
