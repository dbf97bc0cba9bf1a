import { auth } from '@larksong/contracts';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { claimTry, findPinState, returnTry } from '../src/nests/pin-store.ts';
import {
  createClass,
  createNest,
  createParent,
  createTablet,
  outcomeOf,
  PIN,
  shareWith,
  stateOf,
} from './children.ts';
import { createFullClass, makeClassCard, makeClassCode } from './classes.ts';
import { startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
beforeAll(async () => {
  service = await startFreshAuth();
});
afterAll(() => service?.stop());

const sidOf = ({ accessToken }: auth.NestSession) => String(decodeJwt(accessToken ?? '')['sid']);

describe('a device that opens nests again', () => {
  test('is one device however often it scans the card, and other tablets stay open', async () => {
    const parent = await createParent(service);
    const nest = await createNest(parent);
    const made = { params: { id: nest.id }, body: { label: 'Nana' } };
    const code = (await parent.call(auth.makeNestCard, made)).data.card.code ?? '';
    const grandmother = await createTablet(service).enter(code);
    const tablet = createTablet(service);
    let session = await tablet.enter(code);
    for (let n = 0; n < 11; n += 1) {
      const before = session;
      // One that is asked for late has been renewed meanwhile.
      if (n === 5) await tablet.refresh(session);
      session = await tablet.enter(code, before);
      expect(await stateOf(service, sidOf(before))).toMatchObject({ active: false });
    }
    expect(await stateOf(service, sidOf(grandmother))).toMatchObject({ active: true });
    const [shown] = (await parent.call(auth.listNests, {})).data.nests;
    expect(shown?.cards).toMatchObject([{ deviceCount: 2 }]);
    expect(shown?.devices).toHaveLength(2);
  });

  test('keeps its session if the card does not open, and leaves it for that of another owner', async () => {
    const [one, other] = [await createParent(service), await createParent(service)];
    const nests = [await createNest(one), await createNest(other)];
    const tablet = createTablet(service);
    const cards = [];
    for (const [index, parent] of [one, other].entries()) {
      const made = { params: { id: nests[index]?.id ?? '' }, body: { label: 'Tablet' } };
      cards.push((await parent.call(auth.makeNestCard, made)).data.card.code ?? '');
    }
    const first = await tablet.enter(cards[0] ?? '');
    expect(await outcomeOf(tablet.enter('0000-0000-0000-0000', first))).toBe('CARD_NOT_OPEN');
    expect(await stateOf(service, sidOf(first))).toMatchObject({ active: true });
    await tablet.enter(cards[1] ?? '', first);
    expect(await stateOf(service, sidOf(first))).toMatchObject({ active: false });
  });
});

describe('the door of a tablet of a shared class', () => {
  const SHE = '8264';
  const guess = ({ refreshToken }: auth.NestSession, pin: string) =>
    outcomeOf(service.call(auth.openDoor, { body: { refreshToken, pin } }));

  test('opens by the PIN of the grown-up who made its card or code, and no other PIN is tried', async () => {
    const [teacher, aunt] = [await createParent(service), await createParent(service, SHE)];
    const full = await createFullClass(teacher);
    await shareWith(teacher, { class: full.id }, aunt);
    const ofTeacher = await createTablet(service).enter((await makeClassCard(teacher, full)).code ?? '');
    const byCard = await createTablet(service).enter((await makeClassCard(aunt, full)).code ?? '');
    const byCode = await createTablet(service).enter(await makeClassCode(aunt, full));
    const nestCard = { params: { id: full.nests[0]?.id ?? '' }, body: { label: 'Nana' } };
    const { code } = (await aunt.call(auth.makeNestCard, nestCard)).data.card;
    const ofNest = await createTablet(service).enter(code ?? '');
    for (const session of [byCard, byCode, ofNest])
      expect([await guess(session, PIN), await guess(session, SHE)]).toEqual(['WRONG_PIN', 'ok']);
    expect(await guess(ofTeacher, SHE)).toBe('WRONG_PIN');
    const wrong = await service.db
      .selectFrom('nest_pins')
      .select('wrong_on_day')
      .where('user_id', 'in', [teacher.user.id, aunt.user.id])
      .orderBy('wrong_on_day')
      .execute();
    expect(wrong).toEqual([{ wrong_on_day: 1 }, { wrong_on_day: 3 }]);
    // Once she does not care for the class any more, or has no PIN, it is the owner’s again.
    await teacher.call(auth.unshareClass, { params: full.params });
    for (const session of [byCard, byCode, ofNest])
      expect([await guess(session, SHE), await guess(session, PIN)]).toEqual(['WRONG_PIN', 'ok']);
  });

  test('is the owner’s if the card was made before, its maker has no PIN, or her account is gone', async () => {
    const [teacher, aunt] = [await createParent(service), await createParent(service, null)];
    const full = await createFullClass(teacher);
    await shareWith(teacher, { class: full.id }, aunt);
    const card = await makeClassCard(aunt, full);
    const session = await createTablet(service).enter(card.code ?? '');
    expect(await guess(session, PIN)).toBe('ok');
    await aunt.call(auth.setNestPin, { body: { pin: SHE } });
    expect(await guess(session, SHE)).toBe('ok');
    await service.db.deleteFrom('users').where('id', '=', aunt.user.id).execute();
    expect(await guess(session, PIN)).toBe('ok');
    expect(await guess(await createTablet(service).enter(card.code ?? ''), PIN)).toBe('ok');
  });
});

test('a tablet on which no nest is chosen learns who has joined its class, and who has left it', async () => {
  const teacher = await createParent(service);
  const { id } = await createClass(teacher);
  const code = await makeClassCode(teacher, { params: { id } });
  const { refreshToken, faces } = await createTablet(service).enter(code);
  expect(faces).toEqual([]);
  const look = async () => (await service.call(auth.checkNests, { body: { refreshToken } })).data.faces;
  expect(await look()).toEqual([]);
  const nest = await createNest(teacher, { classId: id });
  expect(await look()).toEqual([{ id: nest.id, animal: 'fox', ground: 'lake', nickname: null }]);
  await teacher.call(auth.deleteNest, { params: { id: nest.id } });
  expect(await look()).toEqual([]);
});

test('the log of changes says what became of sharing, classes and PINs, and no nickname', async () => {
  const [teacher, aunt] = [await createParent(service), await createParent(service, '8264')];
  const [nest, full] = [await createNest(teacher), await createFullClass(teacher, 2)];
  const entries = async () => {
    const { rows } = await sql`
      select action, actor_id, subject_id, subject_name, before, after from audit_entries
      where subject_id in (${nest.id}, ${full.id}, ${teacher.user.id})
        and (action like 'nest.%' or action like 'class.%')
      order by number`.execute(service.db);
    return rows;
  };
  await shareWith(teacher, { nest: nest.id }, aunt);
  await shareWith(teacher, { class: full.id }, aunt);
  // An invitation alone shares nothing, and ending it twice is one end.
  for (let n = 0; n < 2; n += 1) await teacher.call(auth.unshareNest, { params: { id: nest.id } });
  await aunt.call(auth.unshareClass, { params: full.params });
  const session = await createTablet(service).enter((await makeClassCard(teacher, full)).code ?? '');
  await teacher.call(auth.deleteClass, { params: full.params });
  const made = { params: { id: nest.id }, body: { label: 'Nana' } };
  const card = (await teacher.call(auth.makeNestCard, made)).data.card;
  const { refreshToken } = await createTablet(service).enter(card.code ?? '', session);
  const id = teacher.user.id;
  await service.db
    .updateTable('nest_pins')
    .set({ wrong_since_right: 99 })
    .where('user_id', '=', id)
    .execute();
  for (let n = 0; n < 2; n += 1)
    expect(await outcomeOf(service.call(auth.openDoor, { body: { refreshToken, pin: '9999' } }))).toBe(
      'PIN_RESTS',
    );
  const [byTeacher, byAunt] = [id, aunt.user.id].map((actor) => ({ actor_id: actor, before: null }));
  const found = await entries();
  expect(found).toMatchObject([
    { action: 'nest.share', subject_id: nest.id, subject_name: null, ...byAunt },
    { action: 'class.share', subject_id: full.id, ...byAunt },
    { action: 'nest.end-sharing', subject_id: nest.id, subject_name: null, ...byTeacher },
    { action: 'class.end-sharing', subject_id: full.id, ...byAunt },
    { action: 'class.delete', subject_name: 'Kindergarten', ...byTeacher, before: { nests: 2 } },
    { action: 'nest.pin-rests', actor_id: null, subject_id: id, subject_name: teacher.user.username },
  ]);
  expect(JSON.stringify(found)).not.toMatch(/Juno|Child|Nana/);
});

test('a try that is returned unchecked lifts its own pause, and none that a later one has begun', async () => {
  const parent = await createParent(service);
  const id = parent.user.id;
  const endPause = () =>
    service.db
      .updateTable('nest_pins')
      .set({ next_try_at: new Date(0) })
      .where('user_id', '=', id)
      .execute();
  const claim = async () => (await claimTry(service.db, id))!;
  const early = await claim();
  for (let n = 2; n < 5; n += 1) await claim();
  expect(await claim()).toMatchObject({ pauseSeconds: 30 });
  await returnTry(service.db, id, early);
  expect(await claimTry(service.db, id)).toBeUndefined();
  await endPause();
  await service.db
    .updateTable('nest_pins')
    .set({ wrong_since_right: 98 })
    .where('user_id', '=', id)
    .execute();
  const before = await claim();
  await endPause();
  const last = await claim();
  expect(last).toMatchObject({ rests: true });
  await returnTry(service.db, id, before);
  expect(await findPinState(service.db, id)).toMatchObject({ rests: true });
  await returnTry(service.db, id, last);
  expect(await findPinState(service.db, id)).toMatchObject({ rests: false });
  expect(await claimTry(service.db, id)).toBeDefined();
});
