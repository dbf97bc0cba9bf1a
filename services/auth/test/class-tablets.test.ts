import { auth, catalog } from '@larksong/contracts';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  createClass,
  createNest,
  createParent,
  createTablet,
  outcomeOf,
  stateOf,
  type Tablet,
} from './children.ts';
import { createFullClass, makeClassCard, makeClassCode } from './classes.ts';
import { startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
beforeAll(async () => {
  service = await startFreshAuth();
});
afterAll(() => service?.stop());

const sidOf = ({ accessToken }: auth.NestSession) => String(decodeJwt(accessToken ?? '')['sid']);
/** Enters, and chooses a nest. */
const open = async (tablet: Tablet, code: string, nestId: string) =>
  tablet.refresh(await tablet.enter(code), nestId);

describe('the tablet of a class', () => {
  test('three tablets open the animals by one short code, without nicknames, for 28 children in turn', async () => {
    const teacher = await createParent(service, null);
    const full = await createFullClass(teacher, 28);
    const code = await makeClassCode(teacher, full);
    expect(code).toMatch(/^[2-9A-Z]{3} [2-9A-Z]{3}$/);
    expect((await teacher.call(auth.listClasses, {})).data.classes).toMatchObject([{ code: { code } }]);
    const typed = [code, code.toLowerCase().replace(' ', ''), code.split('').join('-')];
    for (const each of typed) {
      const tablet = createTablet(service);
      let session = await tablet.enter(each);
      expect(session).toMatchObject({
        cameBy: 'class_code',
        nestId: null,
        accessToken: null,
        canSwitch: true,
      });
      expect(session.faces.map(({ id, nickname }) => ({ id, nickname }))).toEqual(
        full.nests.map(({ id }) => ({ id, nickname: null })),
      );
      // One is used by all children, the others by a few.
      for (const { id } of each === code ? full.nests : full.nests.slice(0, 3)) {
        session = await tablet.refresh(session, id);
        expect(decodeJwt(session.accessToken ?? '')).toMatchObject({ sub: id, rule: full.id });
      }
      expect(JSON.stringify(session)).not.toContain('Child');
    }
    const [nest] = (await teacher.call(auth.listNests, {})).data.nests;
    expect(nest?.devices).toMatchObject(Array.from({ length: 3 }, () => ({ cameBy: 'class_code' })));
  });

  test('a tablet whose cookies were wiped is back by the code, and stays when the code ends', async () => {
    const teacher = await createParent(service, null);
    const full = await createFullClass(teacher);
    const nestId = full.nests[0]?.id ?? '';
    const tablet = createTablet(service);
    const first = await open(tablet, await makeClassCode(teacher, full), nestId);
    tablet.wipeCookies();
    const next = await makeClassCode(teacher, full); // replaces the one before
    const back = await open(tablet, next, nestId);
    expect(sidOf(back)).not.toBe(sidOf(first));
    await teacher.call(auth.endClassCode, { params: full.params });
    await teacher.call(auth.endClassCode, { params: full.params });
    expect(await stateOf(service, sidOf(back))).toMatchObject({ active: true });
    expect(await outcomeOf(tablet.enter(next))).toBe('CARD_NOT_OPEN');
    expect((await teacher.call(auth.listClasses, {})).data.classes).toMatchObject([{ code: null }]);
  });

  test('a code is good for twelve hours at most, and opens nothing afterwards', async () => {
    const teacher = await createParent(service, null);
    const full = await createFullClass(teacher);
    for (const hours of [0, -1, 12.01])
      expect(await outcomeOf(makeClassCode(teacher, full, hours))).toBe('VALIDATION_FAILED');
    const { data } = await teacher.call(auth.createClassCode, { params: full.params, body: { hours: 12 } });
    const endsIn = new Date(data.code.endsAt).getTime() - Date.now();
    expect(Math.abs(endsIn - 12 * 3_600_000)).toBeLessThan(60_000);
    await sql`update nest_class_codes set ends_at = clock_timestamp() where class_id = ${full.id}`.execute(
      service.db,
    );
    expect(await outcomeOf(createTablet(service).enter(data.code.code))).toBe('CARD_NOT_OPEN');
    expect((await teacher.call(auth.listClasses, {})).data.classes).toMatchObject([{ code: null }]);
  });

  test('one card of four is taken back, and the tablets that came by the others stay open', async () => {
    const teacher = await createParent(service, null);
    const full = await createFullClass(teacher);
    const nestId = full.nests[0]?.id ?? '';
    const cards = [];
    for (const label of ['One', 'Two', 'Three', 'Four'])
      cards.push(await makeClassCard(teacher, full, label));
    const sessions = await Promise.all(
      cards.map(({ code }) => open(createTablet(service), code ?? '', nestId)),
    );
    expect(sessions[0]).toMatchObject({ cameBy: 'class_card', faces: [{ nickname: null }, {}, {}] });
    const params = { ...full.params, cardId: cards[1]?.id ?? '' };
    await teacher.call(auth.takeBackClassCard, { params });
    const states = await Promise.all(sessions.map((session) => stateOf(service, sidOf(session))));
    expect(states.map(({ active }) => active)).toEqual([true, false, true, true]);
    expect(await outcomeOf(createTablet(service).enter(cards[1]?.code ?? ''))).toBe('CARD_NOT_OPEN');
    const [shown] = (await teacher.call(auth.listClasses, {})).data.classes;
    expect(shown?.cards).toMatchObject(
      ['One', 'Three', 'Four'].map((label) => ({ label, deviceCount: 1, lastUsedAt: expect.any(String) })),
    );
  });

  test('nests that join later appear, those that leave disappear, and a class has 20 cards at most', async () => {
    const teacher = await createParent(service, null);
    const full = await createFullClass(teacher, 1);
    const tablet = createTablet(service);
    let session = await tablet.enter((await makeClassCard(teacher, full)).code ?? '');
    const late = await createNest(teacher, { classId: full.id });
    session = await tablet.refresh(session, late.id);
    expect(session).toMatchObject({ nestId: late.id, faces: [{}, { id: late.id, nickname: null }] });
    await teacher.call(auth.updateNest, { params: { id: late.id }, body: { classId: null } });
    session = await tablet.refresh(session, late.id);
    expect(session).toMatchObject({ nestId: null, accessToken: null, faces: [{ id: full.nests[0]?.id }] });
    const more = Array.from({ length: 22 }, () => outcomeOf(makeClassCard(teacher, full)));
    expect((await Promise.all(more)).filter((outcome) => outcome === 'ok')).toHaveLength(19);
  });

  test('an eleventh tablet ends the one that was not used for the longest time, also in a class that was empty', async () => {
    const teacher = await createParent(service, null);
    const { id } = await createClass(teacher);
    const { code } = await makeClassCard(teacher, { params: { id } });
    const tablets = [];
    for (let n = 0; n < 12; n += 1) {
      const tablet = createTablet(service);
      tablets.push({ tablet, session: await tablet.enter(code ?? '') });
    }
    const nest = await createNest(teacher, { classId: id });
    const outcomes = await Promise.all(
      tablets.map(({ tablet, session }) => outcomeOf(tablet.refresh(session, nest.id))),
    );
    const ended = Array.from({ length: 2 }, () => 'INVALID_REFRESH_TOKEN');
    expect(outcomes).toEqual([...ended, ...Array.from({ length: 10 }, () => 'ok')]);
  });
});

describe('codes that are wrong, or for something else', () => {
  test('five wrong short codes in a minute make a browser wait, but no other one, and no card', async () => {
    const teacher = await createParent(service, null);
    const full = await createFullClass(teacher);
    const code = await makeClassCode(teacher, full);
    const network = `203.0.113.${Math.floor(Math.random() * 250)}`;
    const [browser, neighbour] = [createTablet(service, { network }), createTablet(service, { network })];
    // Its first one gives it a cookie.
    for (let n = 0; n < 6; n += 1) expect(await outcomeOf(browser.enter('K7M 4QP'))).toBe('CARD_NOT_OPEN');
    expect(await outcomeOf(browser.enter(code))).toBe('TOO_MANY_REQUESTS');
    expect(await browser.enter(code).catch((error: { retryAfterSeconds?: number }) => error)).toMatchObject({
      retryAfterSeconds: expect.any(Number),
    });
    expect(await outcomeOf(browser.enter((await makeClassCard(teacher, full)).code ?? ''))).toBe('ok');
    expect(await outcomeOf(neighbour.enter(code))).toBe('ok');
  });

  test('a card is taken back only from what it opens, and shows up nowhere else', async () => {
    const teacher = await createParent(service, null);
    const [full, other] = [await createFullClass(teacher), await createFullClass(teacher)];
    const card = await makeClassCard(teacher, full);
    const nestId = full.nests[0]?.id ?? '';
    const nestCard = (
      await teacher.call(auth.makeNestCard, { params: { id: nestId }, body: { label: 'Nana' } })
    ).data.card;
    const takeBack = (endpoint: typeof auth.takeBackClassCard, id: string, cardId: string) =>
      outcomeOf(teacher.call(endpoint, { params: { id, cardId } }));
    expect([
      await takeBack(auth.takeBackClassCard, other.id, card.id),
      await takeBack(auth.takeBackClassCard, full.id, nestCard.id),
      await takeBack(auth.takeBackNestCard, nestId, card.id),
      await takeBack(auth.takeBackNestCard, other.nests[0]?.id ?? '', nestCard.id),
      await takeBack(auth.takeBackClassCard, full.id, card.id),
    ]).toEqual([...Array.from({ length: 4 }, () => 'ITEM_NOT_FOUND'), 'ok']);
    const tablet = createTablet(service);
    const session = await tablet.enter(nestCard.code ?? '');
    const neighbour = full.nests[1]?.id ?? '';
    expect(await tablet.refresh(session, neighbour)).toMatchObject({ accessToken: null, nestId: null });
  });

  test('a disabled owner’s class opens to nobody, and its tablets rest', async () => {
    const teacher = await createParent(service, null);
    const full = await createFullClass(teacher);
    const [card, code] = [await makeClassCard(teacher, full), await makeClassCode(teacher, full)];
    const session = await open(createTablet(service), code, full.nests[0]?.id ?? '');
    const disable = (at: Date | null) =>
      service.db.updateTable('users').set({ disabled_at: at }).where('id', '=', teacher.user.id).execute();
    await disable(new Date());
    expect(await stateOf(service, sidOf(session))).toEqual({ active: false, memberId: null, nests: [] });
    for (const each of [card.code ?? '', code])
      expect(await outcomeOf(createTablet(service).enter(each))).toBe('CARD_NOT_OPEN');
    await disable(null);
    expect(await stateOf(service, sidOf(session))).toMatchObject({ active: true });
  });
});

test('a class code is stored like cards: hashed and sealed', async () => {
  const teacher = await createParent(service, null);
  const code = (await makeClassCode(teacher, await createFullClass(teacher))).replace(' ', '').toLowerCase();
  for (const row of await service.db.selectFrom('nest_class_codes').selectAll().execute())
    for (const bytes of [row.code_hash, row.code_sealed]) expect(bytes.includes(code)).toBe(false);
  expect(catalog.SPOKEN_CODE_HOURS).toBe(auth.CLASS_CODE_HOURS);
});
