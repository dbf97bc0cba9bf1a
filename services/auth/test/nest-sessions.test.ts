import { auth, NEST_COOKIE } from '@larksong/contracts';
import { listAdmitted } from '@larksong/service-kit/testing';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { sweep } from '../src/sweep.ts';
import { createNest, createParent, handOver, outcomeOf, PIN, signInAgain, stateOf } from './children.ts';
import { PASSWORD, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
beforeAll(async () => {
  service = await startFreshAuth({ PUBLIC_URL: 'https://songs.example' });
});
afterAll(() => service?.stop());

const sidOf = (token: string | null) => String(decodeJwt(token ?? '')['sid']);
const refresh = async (refreshToken: string, nestId?: string) =>
  (await service.call(auth.refreshNests, { body: { refreshToken, ...(nestId ? { nestId } : {}) } })).data;

/** Makes a call and returns the whole response. */
const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(service.baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('handing over', () => {
  test("the member's session on the device ends at once, and those on other devices stay", async () => {
    const parent = await createParent(service);
    const nest = await createNest(parent);
    const device = await signInAgain(service, parent, PASSWORD);
    const session = await handOver(device, [nest.id]);
    expect(session).toMatchObject({
      ...{ nestId: nest.id, cameBy: 'handover', canSwitch: true },
      faces: [{ id: nest.id, animal: 'fox', ground: 'lake', nickname: 'Juno' }],
    });
    expect(await outcomeOf(device.call(auth.getProfile, {}))).toBe('UNAUTHENTICATED');
    const body = { refreshToken: device.refreshToken };
    expect(await outcomeOf(service.call(auth.refreshToken, { body }))).toBe('INVALID_REFRESH_TOKEN');
    expect(await outcomeOf(parent.call(auth.getProfile, {}))).toBe('ok');
    const ended = (await service.callInternal(auth.listEndedSessions, {})).data.ids;
    expect(ended).toContain(sidOf(device.accessToken));
  });

  test('the browser keeps nothing of the member but gets the cookie of nests', async () => {
    const parent = await createParent(service);
    const { id } = await createNest(parent);
    const { headers, status } = await send(
      '/api/nest-sessions',
      { nestIds: [id] },
      { authorization: `Bearer ${parent.accessToken}` },
    );
    expect(status).toBe(201);
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^larksong_stream=; Path=\/hls\/; Max-Age=0/),
      expect.stringMatching(/^larksong_stream_given=; Path=\/api\/; Max-Age=0/),
      'larksong_nest=1; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure',
    ]);
    expect(headers.get('clear-site-data')).toBe('"cache"');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('nothing is handed over without a PIN, and the session stays', async () => {
    const parent = await createParent(service, null);
    const { id } = await createNest(parent);
    expect(await outcomeOf(handOver(parent, [id]))).toBe('NO_PIN');
    await parent.call(auth.setNestPin, { body: { pin: PIN } });
    expect(await outcomeOf(handOver(parent, [id]))).toBe('ok');
  });

  test('several nests are handed over together, and each is chosen by its picture', async () => {
    const parent = await createParent(service);
    const nests = [await createNest(parent), await createNest(parent, { nickname: 'Tomi' })];
    const session = await handOver(
      parent,
      nests.map(({ id }) => id),
    );
    expect(session).toMatchObject({ accessToken: null, nestId: null, faces: [{}, { nickname: 'Tomi' }] });
    let { refreshToken } = session;
    for (const { id } of nests) {
      const next = await refresh(refreshToken, id);
      expect(next.nestId).toBe(id);
      expect(decodeJwt(next.accessToken ?? '')).toMatchObject({
        ...{ sub: id, own: parent.user.id, rule: id, iss: 'larksong', aud: 'larksong-nest' },
      });
      ({ refreshToken } = next);
    }
    const outside = await createNest(await signInAgain(service, parent, PASSWORD));
    expect(await refresh(refreshToken, outside.id)).toMatchObject({ accessToken: null, nestId: null });
  });
});

describe('the session of a nest', () => {
  const open = async () => {
    const parent = await createParent(service);
    const nest = await createNest(parent);
    const device = await signInAgain(service, parent, PASSWORD);
    return { parent, nest, session: await handOver(device, [nest.id]) };
  };

  test('a refresh token is used once, may be repeated, and ends the session when it is used by two', async () => {
    const { session } = await open();
    const id = sidOf(session.accessToken);
    const next = await refresh(session.refreshToken);
    expect((await refresh(session.refreshToken)).refreshToken).toBe(next.refreshToken);
    await refresh(next.refreshToken);
    expect(await outcomeOf(refresh(session.refreshToken))).toBe('INVALID_REFRESH_TOKEN');
    expect(await stateOf(service, id)).toMatchObject({ active: false });
  });

  test('a refresh renews the cookie of nests, and a failed one does not touch it', async () => {
    const { session } = await open();
    const path = '/api/nest-sessions/refresh';
    const good = await send(path, { refreshToken: session.refreshToken });
    expect(good.headers.getSetCookie()).toEqual([expect.stringMatching(/^larksong_nest=1; Path=\/;/)]);
    const bad = await send(path, { refreshToken: 'a'.repeat(43) });
    expect([bad.status, bad.headers.getSetCookie()]).toEqual([401, []]);
  });

  test("a member's refresh token refreshes no nest, and that of a nest no member's session", async () => {
    const { parent, session } = await open();
    expect(await outcomeOf(refresh(parent.refreshToken))).toBe('INVALID_REFRESH_TOKEN');
    const body = { refreshToken: session.refreshToken };
    expect(await outcomeOf(service.call(auth.refreshToken, { body }))).toBe('INVALID_REFRESH_TOKEN');
    expect(await outcomeOf(parent.call(auth.getProfile, {}))).toBe('ok');
  });

  test('it ends 90 days after its last use', async () => {
    const { session } = await open();
    const id = sidOf(session.accessToken);
    const days = async () => {
      const row = await service.db
        .selectFrom('nest_sessions')
        .select('expires_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return (row.expires_at.getTime() - Date.now()) / 86_400_000;
    };
    expect(await days()).toBeCloseTo(90, 2);
    const set = (at: Date) =>
      service.db.updateTable('nest_sessions').set({ expires_at: at }).where('id', '=', id).execute();
    await set(new Date(Date.now() + 1000 * 3600));
    const { refreshToken } = await refresh(session.refreshToken);
    expect(await days()).toBeCloseTo(90, 2);
    await set(new Date(Date.now() - 1));
    expect(await outcomeOf(refresh(refreshToken))).toBe('INVALID_REFRESH_TOKEN');
    await set(new Date(Date.now() - 25 * 3_600_000));
    await sweep(service.db, service.config);
    const left = await service.db.selectFrom('nest_sessions').select('id').where('id', '=', id).execute();
    expect(left).toEqual([]);
  });

  test('it ends while the account of its member is disabled', async () => {
    const { parent, session } = await open();
    const id = sidOf(session.accessToken);
    const disable = (at: Date | null) =>
      service.db.updateTable('users').set({ disabled_at: at }).where('id', '=', parent.user.id).execute();
    await disable(new Date());
    expect(await stateOf(service, id)).toEqual({ active: false, memberId: null, nests: [] });
    await disable(null);
    expect(await stateOf(service, id)).toMatchObject({ active: true });
  });

  test('an unknown session is not active', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await stateOf(service, unknown)).toEqual({ active: false, memberId: null, nests: [] });
  });
});

describe('signing in with the password', () => {
  test('a right password takes the nest out of the browser, and a wrong one does not', async () => {
    const { user } = await createParent(service);
    const cookie = { cookie: `${NEST_COOKIE}=1` };
    const wrong = await send('/api/auth/login', { email: user.email, password: 'wrong' }, cookie);
    expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([401, []]);
    const right = await send('/api/auth/login', { email: user.email, password: PASSWORD }, cookie);
    expect(right.headers.getSetCookie().filter((each) => each.includes('_nest'))).toEqual([
      expect.stringMatching(/^larksong_nest=; Path=\/; Max-Age=0/),
      expect.stringMatching(/^larksong_nest_stream=; Path=\/hls\/; Max-Age=0/),
      expect.stringMatching(/^larksong_nest_given=; Path=\/api\/nest\/; Max-Age=0/),
    ]);
  });

  test('a right password ends the session of the nests that were on the device, and a wrong one does not', async () => {
    const parent = await createParent(service);
    const { id } = await createNest(parent);
    const session = await handOver(await signInAgain(service, parent, PASSWORD), [id]);
    const logIn = (password: string, leaves: string) =>
      outcomeOf(service.call(auth.login, { body: { email: parent.user.email, password, leaves } }));
    expect(await logIn('wrong', session.refreshToken)).toBe('INVALID_CREDENTIALS');
    expect(await stateOf(service, sidOf(session.accessToken))).toMatchObject({ active: true });
    expect(await logIn(PASSWORD, 'a token that was never issued')).toBe('ok');
    expect(await logIn(PASSWORD, session.refreshToken)).toBe('ok');
    expect(await stateOf(service, sidOf(session.accessToken))).toMatchObject({ active: false });
    const ended = (await service.callInternal(auth.listEndedSessions, {})).data.ids;
    expect(ended).toContain(sidOf(session.accessToken));
    const [shown] = (await parent.call(auth.listNests, {})).data.nests;
    expect(shown?.devices).toEqual([]);
  });

  test('neither registering nor refreshing nor signing out touches the cookie of a nest', async () => {
    const parent = await createParent(service);
    const cookie = { cookie: `${NEST_COOKIE}=1` };
    const body = { username: 'newcomer', email: 'newcomer@people.example', password: PASSWORD };
    const bearer = { authorization: `Bearer ${parent.accessToken}` };
    for (const answer of [
      await send('/api/auth/register', body, cookie),
      await send('/api/auth/refresh-token', { refreshToken: parent.refreshToken }, cookie),
      await send('/api/auth/logout', undefined, { ...cookie, ...bearer }),
    ])
      expect(answer.headers.getSetCookie().join()).not.toContain('_nest');
  });
});

test("the tokens of a superadmin's nest and its door admit to the calls that are for them, and to no others", async () => {
  const parent = await createParent(service);
  await service.db
    .updateTable('users')
    .set({ role: 'superadmin' })
    .where('id', '=', parent.user.id)
    .execute();
  const nest = await createNest(parent);
  const session = await handOver(parent, [nest.id]);
  const { data } = await service.call(auth.openDoor, {
    body: { refreshToken: session.refreshToken, pin: PIN },
  });
  expect(decodeProtectedHeader(session.accessToken ?? '')).toMatchObject({ typ: 'nest+jwt' });
  expect(decodeProtectedHeader(data.doorToken)).toMatchObject({ typ: 'door+jwt' });
  const ofNest = { authorization: `Bearer ${session.accessToken}` };
  expect(await listAdmitted(service.baseUrl, auth, ofNest)).toEqual(['checkNest']);
  const ofDoor = { authorization: `Bearer ${data.doorToken}` };
  expect(await listAdmitted(service.baseUrl, auth, ofDoor)).toEqual(['endHandOver', 'listDoorNests']);
});
