import { auth } from '@larksong/contracts';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { hashRefreshToken } from '../src/sessions/refresh-token.ts';
import { deleteEndedSessions } from '../src/sessions/store.ts';
import { registerSomebody, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;

beforeAll(async () => {
  service = await startFreshAuth();
});
afterAll(async () => service?.stop());

const refresh = async (token: string) =>
  (await service.call(auth.refreshToken, { body: { refreshToken: token } })).data;

const refused = { status: 401, code: 'INVALID_REFRESH_TOKEN' };

/** Ages the use of a token by this time. */
async function age(token: string, seconds: number): Promise<void> {
  await service.db
    .updateTable('refresh_tokens')
    .set({ used_at: sql<Date>`used_at - make_interval(secs => ${seconds})` })
    .where('token_hash', '=', hashRefreshToken(token))
    .execute();
}

async function isAlive(accessToken: string): Promise<boolean> {
  const id = String(decodeJwt(accessToken)['sid']);
  return (await service.callInternal(auth.getSession, { params: { id } })).data.active;
}

describe('a refresh', () => {
  test('a refresh returns the next refresh token of the session and a new access token', async () => {
    const start = await registerSomebody(service);
    let token = start.refreshToken;
    const seen = new Set([token]);
    for (let round = 0; round < 5; round += 1) {
      const tokens = await refresh(token);
      expect(decodeJwt(tokens.accessToken)['sid']).toBe(decodeJwt(start.accessToken)['sid']);
      const profile = await service.callAs(tokens.accessToken)(auth.getProfile, {});
      expect(profile.data.user.id).toBe(start.user.id);
      token = tokens.refreshToken;
      seen.add(token);
    }
    expect(seen.size).toBe(6);
  });

  test('20 simultaneous refreshes with one token return the same successor', async () => {
    const { refreshToken: token } = await registerSomebody(service);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(token)));
    const successors = new Set(answers.map((answer) => answer.refreshToken));
    process.stdout.write(`refresh, 20 at once with one token: ${successors.size} successor(s)\n`);
    expect(successors.size).toBe(1);
    const [successor = ''] = successors;
    await expect(refresh(successor)).resolves.toHaveProperty('refreshToken');
  });

  test('a refresh can be repeated within 10 s by a client that lost the response', async () => {
    const { refreshToken: token } = await registerSomebody(service);
    const lost = await refresh(token);
    await age(token, 8);
    const repeated = await refresh(token);
    expect(repeated.refreshToken).toBe(lost.refreshToken);
    expect(await isAlive(repeated.accessToken)).toBe(true);
  });

  test('a refresh repeated after 10 s ends the session', async () => {
    const { refreshToken: token } = await registerSomebody(service);
    const { accessToken, refreshToken: successor } = await refresh(token);
    await age(token, 11);
    const reusedAt = performance.now();
    await expect(refresh(token)).rejects.toMatchObject(refused);
    expect(await isAlive(accessToken)).toBe(false);
    const revokedMs = performance.now() - reusedAt;
    process.stdout.write(`refresh, reuse after 10 s: family revoked in ${Math.round(revokedMs)} ms\n`);
    expect(revokedMs).toBeLessThan(1000);
    await expect(refresh(successor)).rejects.toMatchObject(refused);
    await expect(service.callAs(accessToken)(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
  });

  test('a refresh repeated after its successor was used ends the session, however soon', async () => {
    const { refreshToken: token } = await registerSomebody(service);
    const second = await refresh(token);
    const third = await refresh(second.refreshToken);
    await expect(refresh(token)).rejects.toMatchObject(refused);
    expect(await isAlive(third.accessToken)).toBe(false);
    await expect(refresh(third.refreshToken)).rejects.toMatchObject(refused);
  });

  test('simultaneous refreshes with a token and its successor leave at most one valid token', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { refreshToken: token } = await registerSomebody(service);
      const { refreshToken: successor, accessToken } = await refresh(token);
      const results = await Promise.allSettled([refresh(token), refresh(successor)]);
      const unused = await service.db
        .selectFrom('refresh_tokens')
        .select('token_hash')
        .where('session_id', '=', String(decodeJwt(accessToken)['sid']))
        .where('used_at', 'is', null)
        .execute();
      expect(unused).toHaveLength(1);
      // Either the repetition came first and was accepted, or it came second and ended the session.
      expect(await isAlive(accessToken)).toBe(results[0].status === 'fulfilled');
    }
  });

  test('a refresh after signing out is rejected', async () => {
    const { accessToken, refreshToken: token } = await registerSomebody(service);
    await service.callAs(accessToken)(auth.logout, {});
    await expect(refresh(token)).rejects.toMatchObject(refused);
  });

  test('a refresh of an expired session is rejected', async () => {
    const { accessToken, refreshToken: token } = await registerSomebody(service);
    const id = String(decodeJwt(accessToken)['sid']);
    await service.db
      .updateTable('sessions')
      .set({ expires_at: sql<Date>`now() - interval '1 second'` })
      .where('id', '=', id)
      .execute();
    await expect(refresh(token)).rejects.toMatchObject(refused);
  });

  test.each(['made up', 'x'.repeat(512), ' '])('a refresh with the token %j is rejected', async (token) => {
    await expect(refresh(token)).rejects.toMatchObject(refused);
  });

  test.each([{}, { refreshToken: '' }, { refreshToken: 5 }, { refreshToken: { a: 1 } }])(
    'a refresh with the body %j is rejected with a sentence',
    async (payload) => {
      const response = await service.app.inject({ method: 'POST', url: auth.refreshToken.path, payload });
      expect(response.json()).toMatchObject({ success: false, message: expect.any(String) });
      expect([400, 401]).toContain(response.statusCode);
    },
  );

  test('a refresh returns a token with the current role', async () => {
    const { user, refreshToken: token } = await registerSomebody(service);
    await service.db.updateTable('users').set({ role: 'superadmin' }).where('id', '=', user.id).execute();
    expect(decodeJwt((await refresh(token)).accessToken)['role']).toBe('superadmin');
  });
});

test('an access token has a subject, an audience and an expiry', async () => {
  const { accessToken, user } = await registerSomebody(service);
  expect(decodeProtectedHeader(accessToken)).toMatchObject({ alg: 'EdDSA', typ: 'at+jwt' });
  const claims = decodeJwt(accessToken);
  expect(claims).toMatchObject({
    sub: user.id,
    username: user.username,
    role: 'user',
    iss: 'larksong',
    aud: 'larksong',
    sid: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(600);
});

test('the database stores only hashes of tokens', async () => {
  const { refreshToken: token } = await registerSomebody(service);
  const { refreshToken: successor } = await refresh(token);
  const rows = await sql<{ row: string }>`select t::text as row from refresh_tokens t`.execute(service.db);
  const dump = rows.rows.map(({ row }) => row).join('\n');
  expect(dump).toContain(hashRefreshToken(successor).toString('hex'));
  for (const secret of [token, successor])
    for (const form of [secret, Buffer.from(secret, 'base64url').toString('hex')])
      expect(dump).not.toContain(form);
});

test('sessions that ended long ago are deleted, active ones stay', async () => {
  const ended = await registerSomebody(service);
  const living = await registerSomebody(service);
  const endedId = String(decodeJwt(ended.accessToken)['sid']);
  await service.db
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`now() - interval '2 days'` })
    .where('id', '=', endedId)
    .execute();
  await deleteEndedSessions(service.db, 30);
  const left = await service.db.selectFrom('sessions').select('id').execute();
  const ids = left.map(({ id }) => id);
  expect(ids).not.toContain(endedId);
  expect(ids).toContain(String(decodeJwt(living.accessToken)['sid']));
  await expect(refresh(living.refreshToken)).resolves.toHaveProperty('accessToken');
});
