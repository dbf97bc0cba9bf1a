import { auth } from '@larksong/contracts';
import { createRecordingLogger } from '@larksong/service-kit/testing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { PASSWORD_COST } from '../src/passwords/password-hasher.ts';
import { PASSWORD, registerSomebody, startAuth, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
const { logger, lines } = createRecordingLogger('auth');

beforeAll(async () => {
  service = await startFreshAuth({}, { logger });
});
afterAll(async () => service?.stop());

describe('registering', () => {
  test('registration creates an account and signs in', async () => {
    const { message, data } = await service.call(auth.register, {
      body: { username: 'Ada', email: '  Ada@People.example ', password: PASSWORD },
    });
    expect(message).toBe('Registered. Please check your email to verify your account.');
    expect(data.user).toMatchObject({
      username: 'Ada',
      email: 'ada@people.example',
      emailVerified: false,
      displayName: null,
      role: 'user',
    });
    const profile = await service.callAs(data.accessToken)(auth.getProfile, {});
    expect(profile.data.user).toEqual(data.user);
  });

  test('registration rejects a taken email or username, however it is written', async () => {
    const { user } = await registerSomebody(service);
    await expect(
      service.call(auth.register, {
        body: { username: 'new-name', email: user.email.toUpperCase(), password: PASSWORD },
      }),
    ).rejects.toMatchObject({
      status: 409,
      code: 'EMAIL_TAKEN',
      message: 'This email is already registered.',
    });
    await expect(
      service.call(auth.register, {
        body: {
          username: user.username.toUpperCase(),
          email: 'new@people.example',
          password: PASSWORD,
        },
      }),
    ).rejects.toMatchObject({ status: 409, code: 'USERNAME_TAKEN' });
  });

  test('ten simultaneous registrations of one name create one account', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        service.call(auth.register, {
          body: { username: 'racer', email: `racer${index}@people.example`, password: PASSWORD },
        }),
      ),
    );
    const outcomes = results.map((result) =>
      result.status === 'fulfilled' ? 'registered' : result.reason.code,
    );
    expect(outcomes.filter((outcome) => outcome === 'registered')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'USERNAME_TAKEN')).toHaveLength(9);
  });

  test.each([
    [{ username: 'bob', email: 'nowhere', password: PASSWORD }, 'Enter a valid email.'],
    [{ username: 'b', email: 'bob@people.example', password: PASSWORD }, /^A username must have 3 to 32/],
    [{ username: 'bob', email: 'bob@people.example', password: 'short' }, /^A password must have 8 to 128/],
    [
      { username: 'bob', email: 'bob@people.example', password: 'x'.repeat(129) },
      /^A password must have 8 to 128/,
    ],
    [{ username: 'bob', email: 'bob@people.example', password: 'password1' }, /too common/],
    [{ username: 'bob', email: 'bob@people.example' }, /^A password must have 8 to 128/],
    [{ username: 'bob', email: 'b\0b@people.example', password: PASSWORD }, /not valid|missing/],
    ['a text', /not accepted/],
  ])('registration rejects %j with a sentence', async (body, message) => {
    const response = await service.app.inject({ method: 'POST', url: auth.register.path, payload: body });
    expect(response.json()).toEqual({
      success: false,
      code: expect.stringMatching(/^(VALIDATION_FAILED|MALFORMED_REQUEST|UNSUPPORTED_MEDIA_TYPE)$/),
      reason: expect.stringMatching(/^(account|call|code)\.[\w-]+$/),
      message: expect.stringMatching(message),
      requestId: expect.any(String),
    });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
  });

  test('REGISTRATION=closed closes registration', async () => {
    const closed = await startAuth(service.databaseUrl, { REGISTRATION: 'closed' });
    try {
      await expect(registerSomebody(closed)).rejects.toMatchObject({
        status: 403,
        code: 'REGISTRATION_CLOSED',
      });
    } finally {
      await closed.stop();
    }
  });

  test('a username with letters of two scripts is rejected with a sentence, one of a single script is not', async () => {
    const register = (username: string) =>
      service.app.inject({
        method: 'POST',
        url: auth.register.path,
        payload: { username, email: `${randomUUID()}@people.example`, password: PASSWORD },
      });
    const refused = await register('b\u043ess'); // with a Cyrillic о
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringMatching(/one script/),
    });
    expect((await register('\u0431\u043e\u0441\u0441')).statusCode).toBe(201);
  });
});

describe('signing in', () => {
  test('sign-in accepts the email in any case and starts a new session', async () => {
    const { user } = await registerSomebody(service);
    const first = await service.call(auth.login, {
      body: { email: user.email.toUpperCase(), password: PASSWORD },
    });
    const second = await service.call(auth.login, { body: { email: ` ${user.email} `, password: PASSWORD } });
    expect(first.data.user).toEqual(user);
    expect(second.data.refreshToken).not.toBe(first.data.refreshToken);
  });

  test('sign-in responds identically and equally fast for a wrong password and an unknown account', async () => {
    const { user } = await registerSomebody(service);
    const attempt = async (email: string) => {
      const startedAt = performance.now();
      const response = await service.app.inject({
        method: 'POST',
        url: auth.login.path,
        payload: { email, password: 'wrong password' },
      });
      const { requestId: _, ...body } = response.json();
      return { status: response.statusCode, body, ms: performance.now() - startedAt };
    };
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 15; round += 1) {
      const known = await attempt(user.email);
      const unknown = await attempt(`${randomUUID()}@people.example`);
      expect(unknown).toEqual({ ...known, ms: expect.any(Number) });
      expect(known).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
      times.known.push(known.ms);
      times.unknown.push(unknown.ms);
    }
    const [known, unknown] = [median(times.known), median(times.unknown)];
    process.stdout.write(
      `sign-in, median of 15: known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms\n`,
    );
    // Compared within a round, under the same load.
    const ratio = median(times.unknown.map((ms, round) => ms / (times.known[round] ?? Number.NaN)));
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test('sign-in is rejected for a moment while too many hashes run', async () => {
    const settings = { PASSWORD_HASHES_AT_ONCE: '1', PASSWORD_WAIT_SECONDS: '0.03' };
    // So slow that all ten meet, however slowly they arrive.
    const passwordCost = { ...PASSWORD_COST, timeCost: 50 };
    const busy = await startAuth(service.databaseUrl, settings, { passwordCost });
    try {
      const results = await Promise.allSettled(
        Array.from({ length: 10 }, (_, index) =>
          busy.call(auth.login, { body: { email: `nobody${index}@people.example`, password: PASSWORD } }),
        ),
      );
      const codes = results.map((result) =>
        result.status === 'rejected' ? result.reason.code : 'signed in',
      );
      expect(codes).toContain('INVALID_CREDENTIALS');
      expect(codes).toContain('TOO_BUSY');
      const refused = results.find(
        (result) => result.status === 'rejected' && result.reason.code === 'TOO_BUSY',
      );
      expect(refused).toMatchObject({ reason: { status: 503, retryAfterSeconds: 1 } });
    } finally {
      await busy.stop();
    }
  });
});

describe('signing out', () => {
  test('sign-out ends the session at once, and no other session of the user', async () => {
    const one = await registerSomebody(service);
    const { data: other } = await service.call(auth.login, {
      body: { email: one.user.email, password: PASSWORD },
    });
    await service.callAs(one.accessToken)(auth.logout, {});
    await expect(service.callAs(one.accessToken)(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
    await expect(service.callAs(other.accessToken)(auth.getProfile, {})).resolves.toMatchObject({
      data: { user: { id: one.user.id } },
    });
  });

  test('sign-out deletes the stream cookie', async () => {
    for (const [method, path] of [
      ['POST', '/api/auth/logout'],
      ['DELETE', '/api/auth/sessions?all=true'],
    ] as const) {
      const { accessToken } = await registerSomebody(service);
      const headers = { authorization: `Bearer ${accessToken}` };
      const answer = await service.app.inject({ method, url: path, headers });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['set-cookie']).toBe(
        'larksong_stream=; Path=/hls/; Max-Age=0; HttpOnly; SameSite=Strict',
      );
    }
  });

  test('sign-out requires a token', async () => {
    await expect(service.call(auth.logout, {})).rejects.toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    });
    await expect(service.callAs('a.b.c')(auth.logout, {})).rejects.toMatchObject({ status: 401 });
  });
});

describe('internal calls', () => {
  test('other services can look up whether a session is active, and its user', async () => {
    const { accessToken, user } = await registerSomebody(service);
    const id = sessionIdOf(accessToken);
    const whose = { id: user.id, username: user.username, role: 'user', teacher: null };
    const alive = await service.callInternal(auth.getSession, { params: { id } });
    expect(alive.data).toEqual({ active: true, user: whose });
    await service.callAs(accessToken)(auth.logout, {});
    const ended = await service.callInternal(auth.getSession, { params: { id } });
    expect(ended.data).toEqual({ active: false, user: whose });
    const unknown = await service.callInternal(auth.getSession, { params: { id: randomUUID() } });
    expect(unknown.data).toEqual({ active: false, user: null });
  });

  test('other services can look up the names of users', async () => {
    const { user } = await registerSomebody(service);
    const { data } = await service.callInternal(auth.listUserNames, {
      body: { ids: [user.id, randomUUID()] },
    });
    expect(data.users).toEqual([{ id: user.id, username: user.username, displayName: null }]);
    expect((await service.callInternal(auth.listUserNames, { body: { ids: [] } })).data.users).toEqual([]);
  });

  test('internal calls require the shared secret', async () => {
    for (const headers of [{}, { 'x-internal-token': 'x'.repeat(40) }]) {
      const response = await service.app.inject({
        url: `/internal/sessions/${randomUUID()}`,
        headers,
      });
      expect(response.statusCode).toBe(404);
    }
  });
});

test('the log contains no passwords and no tokens', async () => {
  const one = await registerSomebody(service);
  await service.callAs(one.accessToken)(auth.getProfile, {});
  await service
    .call(auth.login, { body: { email: one.user.email, password: 'wrong password' } })
    .catch(() => {});
  const log = lines.join('');
  expect(log).toContain('answered');
  for (const secret of [PASSWORD, 'wrong password', one.accessToken, one.refreshToken, '$argon2'])
    expect(log).not.toContain(secret);
});

function sessionIdOf(accessToken: string): string {
  const payload = Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString();
  return JSON.parse(payload).sid;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
