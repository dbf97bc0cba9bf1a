import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { auth } from '@larksong/contracts';
import { createTokenVerifier } from '@larksong/service-kit';
import { createTestDatabase, createTestLogger } from '@larksong/service-kit/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { migrations } from '../src/db/migrations/index.ts';
import { PASSWORD, registerSomebody, startAuth, type RunningAuth } from './start-auth.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let running: RunningAuth[];

beforeEach(async () => {
  database = await createTestDatabase(migrations);
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.stop()));
  await database.drop();
});

async function start(settings?: Record<string, string>): Promise<RunningAuth> {
  const service = await startAuth(database.url, settings);
  running.push(service);
  return service;
}

const superadmin = {
  SUPERADMIN_EMAIL: 'Head@School.example',
  SUPERADMIN_USERNAME: 'head',
  SUPERADMIN_PASSWORD: 'first password of the head',
};

async function keysOf(service: RunningAuth): Promise<unknown> {
  const response = await service.app.inject({ url: '/.well-known/jwks.json' });
  return response.json().keys;
}

describe('the signing key', () => {
  test('the signing key is published without its private part, for other services to verify tokens', async () => {
    const service = await start();
    const keys = await keysOf(service);
    expect(keys).toEqual([
      {
        kty: 'OKP',
        crv: 'Ed25519',
        alg: 'EdDSA',
        use: 'sig',
        x: expect.any(String),
        kid: expect.any(String),
      },
    ]);
    const { accessToken, user } = await registerSomebody(service);
    const verify = createTokenVerifier(
      new URL(`${service.baseUrl}/.well-known/jwks.json`),
      createTestLogger(),
    );
    expect(await verify(accessToken)).toMatchObject({ id: user.id, username: user.username });
  });

  test('the signing key, and so the tokens, survive a restart', async () => {
    const before = await start();
    const { accessToken, user } = await registerSomebody(before);
    const keys = await keysOf(before);
    await before.stop();
    running = [];
    const after = await start();
    expect(await keysOf(after)).toEqual(keys);
    const profile = await after.callAs(accessToken)(auth.getProfile, {});
    expect(profile.data.user.id).toBe(user.id);
  });

  test('the signing key is encrypted in the database and unusable with another secret', async () => {
    const service = await start();
    const row = await sql<{ row: string }>`select k::text as row from signing_keys k`.execute(service.db);
    expect(row.rows[0]?.row).not.toContain('"d"');
    await expect(start({ AUTH_SECRET: 'another secret that is long enough' })).rejects.toThrow(
      /AUTH_SECRET is not the one/,
    );
  });

  test('AUTH_SECRET can be changed: without the old keys a new one is created, and sessions stay valid', async () => {
    const before = await start();
    const { accessToken, refreshToken } = await registerSomebody(before);
    await sql`delete from signing_keys`.execute(before.db);
    await before.stop();
    running = [];
    const after = await start({ AUTH_SECRET: 'another secret that is long enough' });
    await expect(after.callAs(accessToken)(auth.getProfile, {})).rejects.toMatchObject({ status: 401 });
    const { data } = await after.call(auth.refreshToken, { body: { refreshToken } });
    await expect(after.callAs(data.accessToken)(auth.getProfile, {})).resolves.toHaveProperty('data.user');
  });
});

describe('two processes that start at once', () => {
  test('two processes that start on an empty database at the same time create one key and one superadmin', async () => {
    await database.drop();
    database = await createTestDatabase(); // without tables
    const [one, two] = await Promise.all([start(superadmin), start(superadmin)]);
    expect(await keysOf(one)).toEqual(await keysOf(two));
    const count = async (table: 'users' | 'signing_keys') =>
      (await one.db.selectFrom(table).select('id').execute()).length;
    expect(await count('signing_keys')).toBe(1);
    expect(await count('users')).toBe(1);
    const { accessToken } = await registerSomebody(one);
    await expect(two.callAs(accessToken)(auth.getProfile, {})).resolves.toHaveProperty('data.user');
  });
});

describe('the first superadmin', () => {
  const credentials = { email: 'head@school.example', password: superadmin.SUPERADMIN_PASSWORD };

  test('the first superadmin is created at the start and can sign in', async () => {
    const service = await start(superadmin);
    const { data } = await service.call(auth.login, { body: credentials });
    expect(data.user).toMatchObject({ role: 'superadmin', username: 'head', emailVerified: true });
  });

  test('the first superadmin keeps the password at a later start with another one, and regains the role', async () => {
    const first = await start(superadmin);
    await first.db.updateTable('users').set({ role: 'user' }).execute();
    const second = await start({ ...superadmin, SUPERADMIN_PASSWORD: 'second password of the head' });
    const { data } = await second.call(auth.login, { body: credentials });
    expect(data.user.role).toBe('superadmin');
    await expect(
      second.call(auth.login, { body: { ...credentials, password: 'second password of the head' } }),
    ).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });

  test('the first superadmin whose account was deleted does not come back while there is another one', async () => {
    const first = await start(superadmin);
    const { user } = await registerSomebody(first);
    await first.db.updateTable('users').set({ role: 'superadmin' }).where('id', '=', user.id).execute();
    const { accessToken } = (await first.call(auth.login, { body: credentials })).data;
    const body = { password: superadmin.SUPERADMIN_PASSWORD };
    await first.callAs(accessToken)(auth.deleteAccount, { body });
    const second = await start(superadmin);
    await expect(second.call(auth.login, { body: credentials })).rejects.toMatchObject({ status: 401 });
    await first.db.updateTable('users').set({ role: 'user' }).where('id', '=', user.id).execute();
    const third = await start(superadmin);
    await expect(third.call(auth.login, { body: credentials })).resolves.toHaveProperty('data.user');
  });

  test('incomplete settings, a taken name or a weak password of the first superadmin fail with a sentence', async () => {
    const service = await start();
    const { user } = await registerSomebody(service);
    await expect(start({ SUPERADMIN_EMAIL: 'head@school.example' })).rejects.toThrow(/must be set together/);
    await expect(start({ ...superadmin, SUPERADMIN_USERNAME: user.username })).rejects.toThrow(
      /SUPERADMIN_USERNAME belongs to/,
    );
    await expect(start({ ...superadmin, SUPERADMIN_PASSWORD: 'password1' })).rejects.toThrow(/easy to guess/);
  });
});

test('missing settings are all named at once', async () => {
  await expect(start({ AUTH_SECRET: 'short', INTERNAL_TOKEN: '', REGISTRATION: 'maybe' })).rejects.toThrow(
    /INTERNAL_TOKEN is missing[\s\S]*AUTH_SECRET must have at least 32[\s\S]*REGISTRATION must be open, invite or closed/,
  );
});

test('auth without its database responds with 503, is not ready, and recovers when it is back', async () => {
  const target = new URL(database.url);
  const door = await openDoor({ host: target.hostname, port: Number(target.port) });
  const through = new URL(database.url);
  through.port = String(door.port);
  const service = await startAuth(through.href);
  running.push(service);
  const credentials = { email: (await registerSomebody(service)).user.email, password: PASSWORD };
  await door.close();
  await expect(service.call(auth.login, { body: credentials })).rejects.toMatchObject({
    status: 503,
    code: 'UNAVAILABLE',
  });
  expect((await service.app.inject({ url: '/readyz' })).statusCode).toBe(503);
  await door.open();
  await expect(service.call(auth.login, { body: credentials })).resolves.toHaveProperty('data.user');
  expect((await service.app.inject({ url: '/readyz' })).statusCode).toBe(200);
  await door.close();
});

/** Opens a proxy to a server that can be closed: its connections break, new ones are refused. */
async function openDoor(target: { host: string; port: number }) {
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    const outer = connect(target);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => [inner, outer].forEach((each) => each.destroy()));
    }
    inner.pipe(outer).pipe(inner);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo; // it listens on a port
  return {
    port,
    open: () => listen(port),
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      sockets.clear();
      await closed;
    },
  };
}
