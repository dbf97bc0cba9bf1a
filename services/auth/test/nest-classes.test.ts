import { auth } from '@larksong/contracts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  createClass,
  createNest,
  shareWith,
  stateOf,
  signInAgain,
  outcomeOf,
  createParent,
  handOver,
  type Parent,
} from './children.ts';
import { PASSWORD, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
beforeAll(async () => {
  service = await startFreshAuth();
});
afterAll(() => service?.stop());

const classesOf = async ({ call }: Parent) => (await call(auth.listClasses, {})).data.classes;
const nestsOf = async ({ call }: Parent) => (await call(auth.listNests, {})).data.nests;
const namesOf = (count: number) => Array.from({ length: count }, (_, n) => `Child ${n + 1}`);
const add = async ({ call }: Parent, id: string, nicknames: string[], withCards = false) =>
  (await call(auth.addClassNests, { params: { id }, body: { nicknames, withCards } })).data.nests;
const share = (parent: Parent, id: string, other: Parent) => shareWith(parent, { class: id }, other);

describe('classes', () => {
  test('a class is made, changed and deleted by its owner', async () => {
    const teacher = await createParent(service, null);
    const made = await createClass(teacher, '  Room 3 ');
    const look = { name: 'Room 3', sign: 'sun', hue: 'leaf', isMine: true, sharedWith: null };
    expect(made).toMatchObject({ ...look, nestIds: [], cards: [], code: null });
    const params = { id: made.id };
    await teacher.call(auth.updateClass, { params, body: { name: 'Room 4', hue: 'plum' } });
    expect(await classesOf(teacher)).toMatchObject([{ ...look, name: 'Room 4', hue: 'plum' }]);
    expect(await outcomeOf(createClass(teacher, '   '))).toBe('VALIDATION_FAILED');
    const inside = await createNest(teacher, { classId: made.id });
    const outside = await createNest(teacher);
    expect(await classesOf(teacher)).toMatchObject([{ nestIds: [inside.id] }]);
    expect((await teacher.call(auth.deleteClass, { params })).data).toEqual({ nestCount: 1 });
    expect(await classesOf(teacher)).toEqual([]);
    expect((await nestsOf(teacher)).map(({ id }) => id)).toEqual([outside.id]);
  });

  test('nobody else sees or changes a class, or puts nests into it', async () => {
    const [teacher, other] = [await createParent(service, null), await createParent(service, null)];
    const { id } = await createClass(teacher);
    const params = { id };
    const own = await createNest(other);
    expect(await classesOf(other)).toEqual([]);
    for (const attempt of [
      () => other.call(auth.updateClass, { params, body: { name: 'Mine' } }),
      () => other.call(auth.deleteClass, { params }),
      () => add(other, id, ['Juno']),
      () => createNest(other, { classId: id }),
      () => other.call(auth.updateNest, { params: { id: own.id }, body: { classId: id } }),
      () => other.call(auth.makeClassCard, { params, body: { label: 'Tablet' } }),
      () => other.call(auth.createClassCode, { params, body: { hours: 1 } }),
      () => other.call(auth.endClassCode, { params }),
      () => share(other, id, other),
      () => other.call(auth.unshareClass, { params }),
    ])
      expect(await outcomeOf(attempt())).toBe('NEST_NOT_FOUND');
    expect(await classesOf(teacher)).toMatchObject([{ name: 'Kindergarten', nestIds: [] }]);
  });

  test('simultaneous calls do not exceed the number of classes of a member', async () => {
    const teacher = await createParent(service, null);
    const calls = Array.from({ length: auth.MAX_CLASSES + 5 }, () => outcomeOf(createClass(teacher)));
    const outcomes = await Promise.all(calls);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(auth.MAX_CLASSES);
    expect(outcomes.filter((outcome) => outcome === 'CONFLICT')).toHaveLength(5);
  });
});

describe('nests from a pasted column', () => {
  test('28 nicknames become 28 nests that look different, each with its card, in their order', async () => {
    const teacher = await createParent(service, null);
    const { id } = await createClass(teacher);
    const names = namesOf(28);
    const nests = await add(
      teacher,
      id,
      names.map((name) => ` ${name}\t`.replace('\t', ' ')),
      true,
    );
    expect(nests.map(({ nickname }) => nickname)).toEqual(names);
    expect(new Set(nests.map(({ animal, ground }) => `${animal} ${ground}`)).size).toBe(28);
    expect(nests.map(({ cards }) => cards.map(({ label }) => label))).toEqual(names.map((name) => [name]));
    expect(new Set(nests.map(({ cards }) => cards[0]?.code)).size).toBe(28);
    expect((await classesOf(teacher))[0]?.nestIds.toSorted()).toEqual(
      nests.map((nest) => nest.id).toSorted(),
    );
    const code = nests[27]?.cards[0]?.code ?? '';
    const opened = (await service.call(auth.enterNests, { body: { code } })).data;
    expect(opened).toMatchObject({
      cameBy: 'card',
      nestId: nests[27]?.id,
      faces: [{ nickname: 'Child 28' }],
    });
    expect(decodeJwt(opened.accessToken ?? '')).toMatchObject({ rule: id, own: teacher.user.id });
  });

  test('a bad nickname among them makes none', async () => {
    const teacher = await createParent(service, null);
    const { id } = await createClass(teacher);
    for (const nickname of ['', '  ', 'a'.repeat(41), 'two\nlines'])
      expect(await outcomeOf(add(teacher, id, ['Juno', nickname], true))).toBe('VALIDATION_FAILED');
    expect(await nestsOf(teacher)).toEqual([]);
  });

  test('of two grown-ups who paste at once near the limit one is refused, and nothing of it stays', async () => {
    const [teacher, aunt] = [await createParent(service, null), await createParent(service, null)];
    const { id } = await createClass(teacher);
    await share(teacher, id, aunt);
    const outcomes = await Promise.all(
      [teacher, aunt].map((each) => outcomeOf(add(each, id, namesOf(25), true))),
    );
    expect(outcomes.toSorted()).toEqual(['CONFLICT', 'ok']);
    const nests = await nestsOf(teacher);
    expect(nests).toHaveLength(25);
    expect(nests.flatMap(({ cards }) => cards)).toHaveLength(25);
    expect(new Set(nests.map(({ animal, ground }) => `${animal} ${ground}`)).size).toBe(25);
    // They are the owner's, so the other member's own number is not touched.
    expect(await nestsOf(aunt)).toMatchObject(Array.from({ length: 25 }, () => ({ isMine: false })));
    expect(await outcomeOf(add(aunt, (await createClass(aunt)).id, namesOf(40)))).toBe('ok');
  });
});

describe('sharing', () => {
  test('the other grown-up of a class does all but delete and share it, until either ends that', async () => {
    const [teacher, aunt] = [await createParent(service), await createParent(service)];
    const { id } = await createClass(teacher);
    const [nest] = await add(teacher, id, ['Juno']);
    const params = { id };
    const nestParams = { id: nest?.id ?? '' };
    for (const username of [teacher.user.username, ' '])
      expect(await outcomeOf(teacher.call(auth.shareClass, { params, body: { username } }))).toBe(
        'USER_NOT_FOUND',
      );
    await share(teacher, id, aunt);
    expect(await classesOf(aunt)).toMatchObject([{ isMine: false, sharedWith: teacher.user.username }]);
    expect(await classesOf(teacher)).toMatchObject([{ isMine: true, sharedWith: aunt.user.username }]);
    await aunt.call(auth.updateClass, { params, body: { name: 'Room 5' } });
    await aunt.call(auth.updateNest, { params: nestParams, body: { nickname: 'Juju' } });
    await aunt.call(auth.makeNestCard, { params: nestParams, body: { label: 'Nana' } });
    for (const attempt of [
      () => aunt.call(auth.deleteClass, { params }),
      () => aunt.call(auth.deleteNest, { params: nestParams }),
      () => share(aunt, id, aunt),
      () => aunt.call(auth.updateNest, { params: nestParams, body: { classId: null } }),
    ])
      expect(await outcomeOf(attempt())).toBe('NEST_NOT_FOUND');
    const device = await handOver(await signInAgain(service, aunt, PASSWORD), [nestParams.id]);
    const body = { refreshToken: device.refreshToken, nestId: nestParams.id };
    const session = (await service.call(auth.refreshNests, { body })).data;
    await aunt.call(auth.unshareClass, { params });
    expect(await classesOf(aunt)).toEqual([]);
    expect(await stateOf(service, String(decodeJwt(session.accessToken ?? '')['sid']))).toMatchObject({
      active: false,
    });
    expect(await classesOf(teacher)).toMatchObject([{ name: 'Room 5', sharedWith: null }]);
  });

  test('a nest has at most one second grown-up, also when it joins a class', async () => {
    const [parent, aunt, teacher] = [
      await createParent(service, null),
      await createParent(service, null),
      await createParent(service, null),
    ];
    const nest = await createNest(parent);
    const params = { id: nest.id };
    const withAunt = { params, body: { username: aunt.user.username } };
    await shareWith(parent, { nest: nest.id }, aunt);
    const { id: classId } = await createClass(parent);
    await share(parent, classId, teacher);
    await parent.call(auth.updateNest, { params, body: { classId } });
    const carers = async () =>
      (await service.callInternal(auth.listNestCarers, { body: { ids: [nest.id] } })).data.carers[0]
        ?.carerIds;
    expect(await carers()).toEqual([parent.user.id, teacher.user.id]);
    expect(await nestsOf(aunt)).toEqual([]);
    expect(await outcomeOf(parent.call(auth.shareNest, withAunt))).toBe('CONFLICT');
    expect(await outcomeOf(teacher.call(auth.unshareNest, { params }))).toBe('CONFLICT');
    for (let round = 0; round < 5; round += 1) {
      await parent.call(auth.updateNest, { params, body: { classId: null } });
      await parent.call(auth.shareNest, withAunt);
      const [invitation] = (await aunt.call(auth.listNestInvitations, {})).data.invitations;
      await Promise.all([
        outcomeOf(aunt.call(auth.acceptNestInvitation, { params: { id: invitation?.id ?? '' } })),
        parent.call(auth.updateNest, { params, body: { classId } }),
      ]);
      expect((await carers())?.length).toBe(2);
    }
  });
});
