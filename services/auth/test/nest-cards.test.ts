import { auth } from '@larksong/contracts';
import { createTestDatabase } from '@larksong/service-kit/testing';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { migrations } from '../src/db/migrations/index.ts';
import {
  createClass,
  createNest,
  createTablet,
  shareWith,
  stateOf,
  outcomeOf,
  createParent,
  PIN,
  type Parent,
} from './children.ts';
import { startAuth, startFreshAuth, type RunningAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
beforeAll(async () => {
  service = await startFreshAuth();
});
afterAll(() => service?.stop());

async function makeCard(parent: Parent, nestId: string, label = 'Tablet in the kitchen') {
  const { data } = await parent.call(auth.makeNestCard, { params: { id: nestId }, body: { label } });
  return { ...data.card, code: data.card.code ?? '' };
}
const enter = async (code: string, on: RunningAuth = service) =>
  (await on.call(auth.enterNests, { body: { code } })).data;
const sidOf = ({ accessToken }: auth.NestSession) => String(decodeJwt(accessToken ?? '')['sid']);
const cardsOf = async (parent: Parent) => (await parent.call(auth.listNests, {})).data.nests[0]?.cards;

test('a card opens its nest on several devices until it is taken back, while others stay', async () => {
  const parent = await createParent(service);
  const { id } = await createNest(parent);
  const [card, other] = [await makeCard(parent, id), await makeCard(parent, id, 'Nana')];
  expect(card.code).toMatch(/^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/);
  expect(await cardsOf(parent)).toMatchObject([
    { label: 'Tablet in the kitchen', code: card.code, lastUsedAt: null, deviceCount: 0 },
    { label: 'Nana', code: other.code },
  ]);
  const devices = [
    await enter(card.code),
    await enter(`https://songs.example/nest#${card.code.toUpperCase()}`),
  ];
  const [stays] = [await enter(other.code)];
  expect(devices[0]).toMatchObject({ nestId: id, cameBy: 'card', faces: [{ id, nickname: 'Juno' }] });
  expect((await cardsOf(parent))?.[0]).toMatchObject({ deviceCount: 2, lastUsedAt: expect.any(String) });
  expect((await parent.call(auth.listNests, {})).data.nests[0]?.devices).toMatchObject([
    { label: 'Nana', cameBy: 'card' },
    { label: 'Tablet in the kitchen' },
    { label: 'Tablet in the kitchen' },
  ]);
  await parent.call(auth.takeBackNestCard, { params: { id, cardId: card.id } });
  for (const device of devices) {
    expect(await stateOf(service, sidOf(device))).toMatchObject({ active: false });
    const body = { refreshToken: device.refreshToken };
    expect(await outcomeOf(service.call(auth.refreshNests, { body }))).toBe('INVALID_REFRESH_TOKEN');
  }
  expect(await stateOf(service, sidOf(stays))).toMatchObject({ active: true });
  expect(await outcomeOf(enter(card.code))).toBe('CARD_NOT_OPEN');
  // The other services hear of it before the states that they know are too old.
  const { ids } = (await service.callInternal(auth.listEndedSessions, {})).data;
  expect(ids).toEqual(expect.arrayContaining(devices.map(sidOf)));
});

test('an open nest is told whether it is still open, at once and without using up its tokens', async () => {
  const parent = await createParent(service);
  const { id } = await createNest(parent);
  const card = await makeCard(parent, id);
  const { accessToken, refreshToken } = await enter(card.code);
  const asNest = () => outcomeOf(service.callAs(accessToken ?? '')(auth.checkNest, {}));
  const asDevice = () => outcomeOf(service.call(auth.checkNests, { body: { refreshToken } }));
  for (let round = 0; round < 3; round += 1) expect([await asNest(), await asDevice()]).toEqual(['ok', 'ok']);
  expect(await outcomeOf(service.call(auth.refreshNests, { body: { refreshToken } }))).toBe('ok');
  expect(await outcomeOf(parent.call(auth.checkNest, {}))).toBe('UNAUTHENTICATED');
  await parent.call(auth.takeBackNestCard, { params: { id, cardId: card.id } });
  expect([await asNest(), await asDevice()]).toEqual(['UNAUTHENTICATED', 'INVALID_REFRESH_TOKEN']);
});

test('a code that opens nothing has the same answer at the same time, whatever the cause', async () => {
  const parent = await createParent(service);
  const { id } = await createNest(parent);
  const card = await makeCard(parent, id);
  await parent.call(auth.takeBackNestCard, { params: { id, cardId: card.id } });
  const ofClass = { params: { id: (await createClass(parent)).id } };
  const makeCode = async () =>
    (await parent.call(auth.createClassCode, { ...ofClass, body: { hours: 1 } })).data.code.code;
  const [replaced, ended] = [await makeCode(), await makeCode()];
  await parent.call(auth.endClassCode, ofClass);
  const answers = [];
  for (const code of [card.code, '0000-0000-0000-0000', 'K7M 4QP', 'hello', '', replaced, ended]) {
    const startedAt = performance.now();
    const answer = await fetch(`${service.baseUrl}/api/nest-sessions/open`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    const { requestId: _, ...body } = (await answer.json()) as { requestId: string };
    // Its only cookie tells browsers apart, so each has another value.
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]+/, ''));
    answers.push(JSON.stringify({ status: answer.status, body, cookies }));
    expect(performance.now() - startedAt).toBeGreaterThan(245);
  }
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('CARD_NOT_OPEN');
  expect(answers[0]).not.toContain('larksong_nest=');
});

test('the door of a device that came by a card opens by the PIN of the grown-up who made the card', async () => {
  const [parent, aunt] = [await createParent(service), await createParent(service, '8264')];
  const { id } = await createNest(parent);
  await shareWith(parent, { nest: id }, aunt);
  const { refreshToken } = await enter((await makeCard(aunt, id)).code);
  const guess = (pin: string) => outcomeOf(service.call(auth.openDoor, { body: { refreshToken, pin } }));
  expect([await guess(PIN), await guess('8264')]).toEqual(['WRONG_PIN', 'ok']);
});

test('a nest has at most 20 cards, also if many are made at once', async () => {
  const parent = await createParent(service);
  const { id } = await createNest(parent);
  const outcomes = await Promise.all(Array.from({ length: 25 }, () => outcomeOf(makeCard(parent, id))));
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(auth.MAX_NEST_CARDS);
  expect(outcomes.filter((outcome) => outcome === 'CONFLICT')).toHaveLength(5);
});

test('strangers neither make nor take back a card, and a disabled owner’s opens nothing', async () => {
  const [parent, other] = [await createParent(service), await createParent(service)];
  const { id } = await createNest(parent);
  const card = await makeCard(parent, id);
  expect(await outcomeOf(makeCard(other, id))).toBe('NEST_NOT_FOUND');
  const params = { id, cardId: card.id };
  expect(await outcomeOf(other.call(auth.takeBackNestCard, { params }))).toBe('NEST_NOT_FOUND');
  const own = await createNest(other);
  expect(
    await outcomeOf(other.call(auth.takeBackNestCard, { params: { id: own.id, cardId: card.id } })),
  ).toBe('ITEM_NOT_FOUND');
  const disable = (at: Date | null) =>
    service.db.updateTable('users').set({ disabled_at: at }).where('id', '=', parent.user.id).execute();
  await disable(new Date());
  expect(await outcomeOf(enter(card.code))).toBe('CARD_NOT_OPEN');
  await disable(null);
  expect(await outcomeOf(enter(card.code))).toBe('ok');
});

test('the code is not stored as it is', async () => {
  const parent = await createParent(service);
  const { code } = await makeCard(parent, (await createNest(parent)).id);
  const rows = await service.db.selectFrom('nest_cards').selectAll().execute();
  for (const row of rows)
    for (const bytes of [row.code_hash, row.code_sealed])
      expect(bytes.includes(code.replaceAll('-', ''))).toBe(false);
});

test('cards and codes of classes outlive a change of AUTH_SECRET if auth is once given the previous one', async () => {
  const database = await createTestDatabase(migrations);
  const [first, second, third] = ['first', 'second', 'third'].map(
    (name) => `${name} secret of the tests, 32 and more`,
  ) as [string, string, string];
  let running = await startAuth(database.url, { AUTH_SECRET: first });
  try {
    const parent = await createParent(running);
    const { code } = await makeCard(parent, (await createNest(parent)).id);
    const params = { id: (await createClass(parent)).id };
    const { data } = await parent.call(auth.createClassCode, { params, body: { hours: 1 } });
    const outcomes = async () => [
      await outcomeOf(enter(code, running)),
      await outcomeOf(createTablet(running).enter(data.code.code)),
    ];
    const restart = async (settings: Record<string, string>) => {
      await running.stop();
      running = await startAuth(database.url, settings);
    };
    await restart({ AUTH_SECRET: second, PREVIOUS_AUTH_SECRET: first });
    expect(await outcomes()).toEqual(['ok', 'ok']);
    await restart({ AUTH_SECRET: second });
    expect(await outcomes()).toEqual(['ok', 'ok']);
    const cards = await running.db.selectFrom('nest_cards').select('key_id').execute();
    expect(cards).toHaveLength(1);
    await restart({ AUTH_SECRET: third, PREVIOUS_AUTH_SECRET: second });
    expect(await outcomes()).toEqual(['ok', 'ok']);
  } finally {
    await running.stop();
    await database.drop();
  }
});
