import { auth } from '@larksong/contracts';
import { createTestDatabase, startStopwatch } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { migrations } from '../src/db/migrations/index.ts';
import type { Db } from '../src/db/tables.ts';
import {
  createNest,
  behindDoor,
  shareWith,
  stateOf,
  signInAgain,
  outcomeOf,
  createParent,
  PIN,
  handOver,
  type Parent,
} from './children.ts';
import { PASSWORD, startAuth, startFreshAuth, type RunningAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
beforeAll(async () => {
  service = await startFreshAuth();
});
afterAll(() => service?.stop());

/** A device on which a nest of a member is open; the member is signed in on another one. */
async function openDevice(parent: Parent, on: RunningAuth = service) {
  const nest = await createNest(parent);
  const { refreshToken, accessToken } = await handOver(await signInAgain(on, parent, PASSWORD), [nest.id]);
  const open = (pin: string) => on.call(auth.openDoor, { body: { refreshToken, pin } });
  return { nest, refreshToken, accessToken, open, guess: (pin: string) => outcomeOf(open(pin)) };
}

const pinRow = (db: Db, { user }: Parent) =>
  db.selectFrom('nest_pins').selectAll().where('user_id', '=', user.id).executeTakeFirstOrThrow();

/** Ends the pause after a wrong PIN, as time would. */
const endPause = (db: Db, { user }: Parent) =>
  db
    .updateTable('nest_pins')
    .set({ next_try_at: new Date(0) })
    .where('user_id', '=', user.id)
    .execute();

const pauseOf = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { retryAfterSeconds?: number }) => error.retryAfterSeconds,
  );

describe('the PIN', () => {
  test('a weak PIN is refused, and a further one needs the password', async () => {
    const parent = await createParent(service, null);
    const set = (pin: string, password?: string) =>
      outcomeOf(
        parent.call(auth.setNestPin, { body: { pin, ...(password === undefined ? {} : { password }) } }),
      );
    for (const weak of ['0000', '1234', '1985', '123', '1234567', 'abcd', '١٢٣٩'])
      expect(await set(weak), weak).toBe('VALIDATION_FAILED');
    expect(await set(PIN)).toBe('ok');
    expect(await set('8264')).toBe('WRONG_PASSWORD');
    expect(await set('8264', 'not the password')).toBe('WRONG_PASSWORD');
    const device = await openDevice(parent);
    expect(await device.guess('8264')).toBe('WRONG_PIN');
    expect(await set('8264', PASSWORD)).toBe('ok');
    expect([await device.guess(PIN), await device.guess('8264')]).toEqual(['WRONG_PIN', 'ok']);
  });

  test('of simultaneous first PINs one is stored', async () => {
    const parent = await createParent(service, null);
    const pins = ['4719', '8264', '9031', '5527'];
    const outcomes = await Promise.all(
      pins.map((pin) => outcomeOf(parent.call(auth.setNestPin, { body: { pin } }))),
    );
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  });

  test('it is stored as Argon2id, which differs for two members with the same PIN', async () => {
    const [one, other] = [await createParent(service), await createParent(service)];
    const hashes = [await pinRow(service.db, one), await pinRow(service.db, other)].map(({ hash }) => hash);
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$/);
    expect(hashes[0]).not.toBe(hashes[1]);
  });
});

describe('the door', () => {
  test('the right PIN opens it for five minutes, for the nests of the device and nothing else', async () => {
    const parent = await createParent(service);
    const { nest, open, accessToken } = await openDevice(parent);
    const call = behindDoor(service, (await open(PIN)).data.doorToken);
    expect((await call(auth.listDoorNests, {})).data.nests).toEqual([
      { id: nest.id, ruleId: nest.id, animal: 'fox', ground: 'lake', nickname: 'Juno' },
    ]);
    for (const other of [auth.getProfile, auth.listNests, auth.listSessions, auth.listAccounts])
      expect(await outcomeOf(call(other, {}))).toBe('UNAUTHENTICATED');
    expect(accessToken).not.toBeNull();
  });

  test('the end of the hand-over ends the session of the device and its door', async () => {
    const parent = await createParent(service);
    const { open, refreshToken } = await openDevice(parent);
    const call = behindDoor(service, (await open(PIN)).data.doorToken);
    await call(auth.endHandOver, {});
    expect(await outcomeOf(call(auth.listDoorNests, {}))).toBe('UNAUTHENTICATED');
    expect(await outcomeOf(service.call(auth.refreshNests, { body: { refreshToken } }))).toBe(
      'INVALID_REFRESH_TOKEN',
    );
    expect(await outcomeOf(open(PIN))).toBe('INVALID_REFRESH_TOKEN');
    expect(await outcomeOf(parent.call(auth.getProfile, {}))).toBe('ok');
  });

  test('a used refresh token opens no door, nor does one of a member', async () => {
    const parent = await createParent(service);
    const { refreshToken } = await openDevice(parent);
    const { data: next } = await service.call(auth.refreshNests, { body: { refreshToken } });
    await service.call(auth.refreshNests, { body: { refreshToken: next.refreshToken } });
    await service.db
      .updateTable('nest_refresh_tokens')
      .set({ used_at: new Date(0) })
      .where('used_at', 'is not', null)
      .execute();
    for (const token of [refreshToken, parent.refreshToken, 'a'.repeat(43)])
      expect(await outcomeOf(service.call(auth.openDoor, { body: { refreshToken: token, pin: PIN } }))).toBe(
        'INVALID_REFRESH_TOKEN',
      );
    expect((await pinRow(service.db, parent)).wrong_since_right).toBe(0);
  });
});

describe('wrong PINs', () => {
  test('five are answered, then there are pauses of 30 and 60 s, in which the right one is not accepted either', async () => {
    const parent = await createParent(service);
    const { guess, open } = await openDevice(parent);
    for (let wrong = 1; wrong <= 4; wrong += 1) expect(await pauseOf(open('9999'))).toBeUndefined();
    expect(await pauseOf(open('9999'))).toBe(30);
    expect(await guess(PIN)).toBe('TOO_MANY_REQUESTS');
    expect(await pauseOf(open(PIN))).toBeGreaterThan(25);
    await endPause(service.db, parent);
    expect(await pauseOf(open('9999'))).toBe(60);
    expect(await guess(PIN)).toBe('TOO_MANY_REQUESTS');
    await endPause(service.db, parent);
    expect(await guess(PIN)).toBe('ok');
    expect(await pinRow(service.db, parent)).toMatchObject({
      wrong_in_row: 0,
      wrong_since_right: 0,
      wrong_on_day: 6,
    });
  });

  test('simultaneous guesses on all devices of a member count as if they came one after the other', async () => {
    const parent = await createParent(service);
    const devices = [await openDevice(parent), await openDevice(parent), await openDevice(parent)];
    const guesses = Array.from({ length: 20 }, (_, n) => devices.map(({ guess }) => guess(String(5000 + n))));
    const outcomes = await Promise.all(guesses.flat());
    expect(outcomes.filter((outcome) => outcome === 'WRONG_PIN')).toHaveLength(5);
    expect(outcomes.filter((outcome) => outcome === 'TOO_MANY_REQUESTS')).toHaveLength(55);
    expect(await pinRow(service.db, parent)).toMatchObject({ wrong_in_row: 5, wrong_on_day: 5 });
  });

  test('after 30 on one day it rests until the password is given, which is not delayed', async () => {
    const parent = await createParent(service);
    const { guess } = await openDevice(parent);
    const answers = [];
    for (let wrong = 0; wrong < 40; wrong += 1) {
      await endPause(service.db, parent);
      answers.push(await guess('9999'));
    }
    expect(answers).toEqual([...Array(29).fill('WRONG_PIN'), ...Array(11).fill('PIN_RESTS')]);
    expect(await guess(PIN)).toBe('PIN_RESTS');
    expect((await parent.call(auth.listNests, {})).data).toMatchObject({
      isPinSet: true,
      isPinResting: true,
    });
    const elapsedMs = startStopwatch();
    await signInAgain(service, parent, PASSWORD);
    expect(elapsedMs()).toBeLessThan(3000);
    expect(await guess(PIN)).toBe('ok');
  });

  test('a right one does not take the wrong ones off the day, and the next day does', async () => {
    const parent = await createParent(service);
    const { guess } = await openDevice(parent);
    for (let round = 0; round < 7; round += 1) {
      for (let wrong = 0; wrong < 4; wrong += 1) await guess('9999');
      expect(await guess(PIN)).toBe('ok');
    }
    expect(await pinRow(service.db, parent)).toMatchObject({ wrong_on_day: 28 });
    await service.db
      .updateTable('nest_pins')
      .set({ wrong_day: '2020-02-29' } as never) // as a day later
      .where('user_id', '=', parent.user.id)
      .execute();
    expect(await guess('9999')).toBe('WRONG_PIN');
    expect(await pinRow(service.db, parent)).toMatchObject({ wrong_on_day: 1, rests: false });
  });

  test('after 100 without a right one it rests, however many days they take', async () => {
    const parent = await createParent(service);
    const { guess } = await openDevice(parent);
    const set = (change: object) =>
      service.db
        .updateTable('nest_pins')
        .set(change as never)
        .where('user_id', '=', parent.user.id)
        .execute();
    await set({ wrong_since_right: 98, wrong_in_row: 98, wrong_day: '2020-02-29' });
    expect(await guess('9999')).toBe('WRONG_PIN');
    await endPause(service.db, parent);
    expect(await guess('9999')).toBe('PIN_RESTS');
    expect(await guess(PIN)).toBe('PIN_RESTS');
  });

  test('of a member without a PIN they have the same answers', async () => {
    const parent = await createParent(service);
    const { guess } = await openDevice(parent);
    await service.db.deleteFrom('nest_pins').where('user_id', '=', parent.user.id).execute();
    const answers = [];
    for (let wrong = 0; wrong < 6; wrong += 1) answers.push(await guess(PIN));
    expect(answers).toEqual([...Array(5).fill('WRONG_PIN'), 'TOO_MANY_REQUESTS']);
    expect((await parent.call(auth.listNests, {})).data).toMatchObject({ isPinSet: false });
  });

  test('a flood of guesses delays no password, since PINs are checked in their own queue', async () => {
    const parents = await Promise.all(Array.from({ length: 4 }, () => createParent(service)));
    const devices = await Promise.all(parents.map((parent) => openDevice(parent)));
    const flood = devices.flatMap(({ guess }) => Array.from({ length: 50 }, () => guess('9999')));
    const [parent] = parents;
    if (parent) await signInAgain(service, parent, PASSWORD);
    const outcomes = new Set(await Promise.all(flood));
    expect([...outcomes].filter((outcome) => !['WRONG_PIN', 'TOO_MANY_REQUESTS'].includes(outcome))).toEqual(
      [],
    );
  });
});

test('a PIN outlives a change of AUTH_SECRET, if auth is given the previous one until it was typed', async () => {
  const database = await createTestDatabase(migrations);
  const secrets = ['first', 'second', 'third'].map((name) => `${name} secret of the tests, 32 and more`);
  const settings = (present: number, previous?: number) => ({
    AUTH_SECRET: secrets[present] ?? '',
    ...(previous === undefined ? {} : { PREVIOUS_AUTH_SECRET: secrets[previous] ?? '' }),
  });
  let running = await startAuth(database.url, settings(0));
  try {
    const { refreshToken } = await openDevice(await createParent(running), running);
    const guess = () => outcomeOf(running.call(auth.openDoor, { body: { refreshToken, pin: PIN } }));
    const restart = async (next: Record<string, string>) => {
      await running.stop();
      running = await startAuth(database.url, next);
    };
    expect(await guess()).toBe('ok');
    await restart(settings(1, 0));
    expect(await guess()).toBe('ok');
    await restart(settings(1));
    expect(await guess()).toBe('ok');
    await restart(settings(2, 1));
    await restart(settings(2));
    expect(await guess()).toBe('PIN_RESTS');
  } finally {
    await running.stop();
    await database.drop();
  }
});

test('the state of a session names the member whose PIN opens its door', async () => {
  const [parent, aunt] = [await createParent(service), await createParent(service, '8264')];
  const nest = await createNest(parent);
  await shareWith(parent, { nest: nest.id }, aunt);
  const { refreshToken, accessToken } = await handOver(aunt, [nest.id]);
  const sid = JSON.parse(Buffer.from((accessToken ?? '').split('.')[1] ?? '', 'base64url').toString())
    .sid as string;
  expect(await stateOf(service, sid)).toMatchObject({ memberId: aunt.user.id });
  const guess = (pin: string) => outcomeOf(service.call(auth.openDoor, { body: { refreshToken, pin } }));
  expect([await guess(PIN), await guess('8264')]).toEqual(['WRONG_PIN', 'ok']);
});
