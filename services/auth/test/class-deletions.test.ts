import { auth } from '@larksong/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createNest, createTablet, shareWith, outcomeOf, createParent, type Parent } from './children.ts';
import { createFullClass, makeClassCard, makeClassCode, type FullClass } from './classes.ts';
import { PASSWORD, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
beforeAll(async () => {
  service = await startFreshAuth();
});
afterAll(() => service?.stop());

/** Returns the tables of nests that still have a row of this owner or class, and what catalog is to be told. */
async function listRest(ownerId: string, { id, nests }: FullClass) {
  const ids = [id, ...nests.map((nest) => nest.id)];
  const { rows } = await sql<{ name: string; count: number }>`
    select 'nests' as name, count(*)::integer as count from nests where owner_id = ${ownerId} union all
    select 'classes', count(*)::integer from nest_classes where owner_id = ${ownerId} union all
    select 'cards', count(*)::integer from nest_cards
      where class_id = ${id} or nest_id = any(${ids}::uuid[]) union all
    select 'codes', count(*)::integer from nest_class_codes where class_id = ${id} union all
    select 'sessions', count(*)::integer from nest_sessions where member_id = ${ownerId} union all
    select 'tokens', count(*)::integer from nest_refresh_tokens
      where session_id not in (select id from nest_sessions) union all
    select 'told', count(*)::integer from nest_departures where id = any(${ids}::uuid[])`.execute(service.db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
const NOTHING = { nests: 0, classes: 0, cards: 0, codes: 0, sessions: 0, tokens: 0 };

async function openEverything(teacher: Parent) {
  const full = await createFullClass(teacher);
  await createTablet(service).enter(await makeClassCode(teacher, full));
  await createTablet(service).enter((await makeClassCard(teacher, full)).code ?? '');
  const params = { id: full.nests[0]?.id ?? '' };
  const { data } = await teacher.call(auth.makeNestCard, { params, body: { label: 'Nana' } });
  await createTablet(service).enter(data.card.code ?? '');
  return full;
}

test('a deleted class leaves nothing in auth, and catalog is told of it and each of its nests', async () => {
  const teacher = await createParent(service, null);
  const full = await openEverything(teacher);
  await teacher.call(auth.deleteClass, { params: full.params });
  expect(await listRest(teacher.user.id, full)).toEqual({ ...NOTHING, told: 4 });
});

test('a deleted member leaves nothing of a class, and the member with whom it was shared has it no more', async () => {
  const [teacher, aunt] = [await createParent(service), await createParent(service)];
  const full = await openEverything(teacher);
  await shareWith(teacher, { class: full.id }, aunt);
  await teacher.call(auth.deleteAccount, { body: { password: PASSWORD } });
  expect(await listRest(teacher.user.id, full)).toEqual({ ...NOTHING, told: 4 });
  expect((await aunt.call(auth.listClasses, {})).data.classes).toEqual([]);
});

test('deleting a class while nests, tablets and codes come to it fails for nobody, and leaves nothing', async () => {
  const teacher = await createParent(service, null);
  for (let round = 0; round < 3; round += 1) {
    const full = await createFullClass(teacher);
    const [code, card] = [await makeClassCode(teacher, full), await makeClassCard(teacher, full)];
    const nest = await createNest(teacher);
    const outcomes = await Promise.all(
      [
        teacher.call(auth.addClassNests, {
          params: full.params,
          body: { nicknames: ['Late'], withCards: true },
        }),
        createTablet(service).enter(code),
        createTablet(service).enter(card.code ?? ''),
        teacher.call(auth.updateNest, { params: { id: nest.id }, body: { classId: full.id } }),
        teacher.call(auth.deleteNest, { params: { id: full.nests[0]?.id ?? '' } }),
        teacher.call(auth.deleteClass, { params: full.params }),
        makeClassCode(teacher, full),
        makeClassCard(teacher, full),
        createNest(teacher, { classId: full.id }),
      ].map(outcomeOf),
    );
    const expected = ['ok', 'NEST_NOT_FOUND', 'CARD_NOT_OPEN'];
    expect(outcomes.filter((outcome) => !expected.includes(outcome))).toEqual([]);
    const { nests, ...rest } = await listRest(teacher.user.id, full);
    expect({ nests: 0, ...rest }).toMatchObject(NOTHING);
    const left = await service.db
      .selectFrom('nests')
      .select('id')
      .where('owner_id', '=', teacher.user.id)
      .execute();
    for (const { id } of left) await teacher.call(auth.deleteNest, { params: { id } });
    expect(nests).toBe(left.length);
  }
});
