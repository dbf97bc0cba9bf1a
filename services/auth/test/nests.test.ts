import { randomUUID } from 'node:crypto';

import { auth } from '@larksong/contracts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { relayNestDepartures } from '../src/nests/relay-departures.ts';
import {
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

/** How long tokens of nests are valid here. */
const TOKEN_SECONDS = 7200;

let service: Awaited<ReturnType<typeof startFreshAuth>>;
beforeAll(async () => {
  service = await startFreshAuth({ NESTS_PER_MEMBER: '4', NESTS_PER_TEACHER: '6' });
});
afterAll(() => service?.stop());

const sessionOf = ({ accessToken }: { accessToken: string | null }) =>
  String(decodeJwt(accessToken ?? '')['sid']);
const devicesOf = async (parent: Parameters<typeof createNest>[0], id: string) =>
  (await parent.call(auth.listNests, {})).data.nests.find((nest) => nest.id === id)?.devices ?? [];
const carersOf = async (ids: string[]) =>
  (await service.callInternal(auth.listNestCarers, { body: { ids } })).data.carers;

describe('nests', () => {
  test('a nest is made, changed and deleted by its owner', async () => {
    const parent = await createParent(service, null);
    const nest = await createNest(parent);
    expect(nest).toMatchObject({
      ...{ animal: 'fox', ground: 'lake', nickname: 'Juno', classId: null, isMine: true, isShared: false },
      ...{ sharedWith: null, devices: [], cards: [] },
    });
    const body = { animal: 'owl', nickname: 'Juno K.' } as const;
    await parent.call(auth.updateNest, { params: { id: nest.id }, body });
    const { data } = await parent.call(auth.listNests, {});
    expect(data).toMatchObject({
      ...{ isPinSet: false, isPinResting: false, maximum: 4, keptBackups: null },
      nests: [{ ...body, ground: 'lake', id: nest.id }],
    });
    await parent.call(auth.deleteNest, { params: { id: nest.id } });
    expect((await parent.call(auth.listNests, {})).data.nests).toEqual([]);
    expect(await carersOf([nest.id])).toEqual([]);
  });

  test("nobody else sees, changes or deletes a member's nest", async () => {
    const [parent, other] = [await createParent(service, null), await createParent(service)];
    const { id } = await createNest(parent);
    expect((await other.call(auth.listNests, {})).data.nests).toEqual([]);
    const params = { id };
    for (const attempt of [
      () => other.call(auth.updateNest, { params, body: { nickname: 'Mine' } }),
      () => other.call(auth.deleteNest, { params }),
      () => other.call(auth.shareNest, { params, body: { username: other.user.username } }),
      () => other.call(auth.unshareNest, { params }),
      () => other.call(auth.endNestDevice, { params: { id, deviceId: randomUUID() } }),
      () => other.call(auth.handOver, { body: { nestIds: [id] } }),
    ])
      expect(await outcomeOf(attempt())).toBe('NEST_NOT_FOUND');
    expect((await parent.call(auth.listNests, {})).data.nests).toMatchObject([{ nickname: 'Juno' }]);
  });

  test('simultaneous calls do not exceed the number of nests of a member, nor of a teacher', async () => {
    const parent = await createParent(service, null);
    const fill = async () => {
      const outcomes = Array.from({ length: 10 }, () => outcomeOf(createNest(parent)));
      return (await Promise.all(outcomes)).filter((outcome) => outcome === 'ok').length;
    };
    expect(await fill()).toBe(4);
    await service.db
      .updateTable('users')
      .set({ is_teacher: true })
      .where('id', '=', parent.user.id)
      .execute();
    expect(await fill()).toBe(2);
    expect((await parent.call(auth.listNests, {})).data).toMatchObject({ maximum: 6 });
    expect(await outcomeOf(createNest(parent))).toBe('CONFLICT');
  });

  test('a nickname has one line without control characters', async () => {
    const parent = await createParent(service, null);
    for (const nickname of ['', 'a'.repeat(41), 'two\nlines', 'turned\u202eround'])
      expect(await outcomeOf(createNest(parent, { nickname }))).toBe('VALIDATION_FAILED');
    expect(await createNest(parent, { nickname: 'لُبنى 🦊' })).toMatchObject({ nickname: 'لُبنى 🦊' });
  });
});

describe('a shared nest', () => {
  test('one other member does all but delete it, until either ends the sharing', async () => {
    const [parent, aunt] = [await createParent(service), await createParent(service)];
    const nest = await createNest(parent);
    const params = { id: nest.id };
    await shareWith(parent, { nest: nest.id }, aunt);
    expect((await parent.call(auth.listNests, {})).data.nests).toMatchObject([
      { isMine: true, isShared: true, sharedWith: aunt.user.username },
    ]);
    expect((await aunt.call(auth.listNests, {})).data.nests).toMatchObject([
      { isMine: false, isShared: true, sharedWith: parent.user.username },
    ]);
    expect(await carersOf([nest.id])).toEqual([
      {
        ...{ id: nest.id, ruleId: nest.id, nestIds: [nest.id], ownerId: parent.user.id },
        carerIds: [parent.user.id, aunt.user.id],
      },
    ]);
    await aunt.call(auth.updateNest, { params, body: { nickname: 'Juju' } });
    for (const attempt of [
      () => aunt.call(auth.deleteNest, { params }),
      () => aunt.call(auth.shareNest, { params, body: { username: aunt.user.username } }),
      () => aunt.call(auth.updateNest, { params, body: { classId: null } }),
    ])
      expect(await outcomeOf(attempt())).toBe('NEST_NOT_FOUND');
    await aunt.call(auth.unshareNest, { params });
    expect((await aunt.call(auth.listNests, {})).data.nests).toEqual([]);
    expect((await parent.call(auth.listNests, {})).data.nests).toMatchObject([{ isShared: false }]);
  });

  test('the devices of the member who shared it end with the sharing, those of the owner stay', async () => {
    const [parent, aunt] = [await createParent(service), await createParent(service)];
    const nest = await createNest(parent);
    await shareWith(parent, { nest: nest.id }, aunt);
    const ofAunt = sessionOf(await handOver(aunt, [nest.id]));
    const own = await signInAgain(service, parent, PASSWORD);
    const ofParent = sessionOf(await handOver(own, [nest.id]));
    expect(await stateOf(service, ofAunt)).toMatchObject({ active: true, memberId: aunt.user.id });
    await parent.call(auth.unshareNest, { params: { id: nest.id } });
    expect(await stateOf(service, ofAunt)).toEqual({ active: false, memberId: null, nests: [] });
    expect(await stateOf(service, ofParent)).toMatchObject({ active: true });
  });
});

describe('the devices of a nest', () => {
  test('an eleventh device ends the one that was not used for the longest time', async () => {
    const parent = await createParent(service);
    const [nest, other] = [await createNest(parent), await createNest(parent)];
    const sessions = [];
    for (let device = 0; device < 11; device += 1) {
      const nestIds = device === 3 ? [nest.id, other.id] : [nest.id];
      const session = await handOver(await signInAgain(service, parent, PASSWORD), nestIds);
      sessions.push({ ...session, id: sessionOf(await refreshed(session, nest.id)) });
    }
    const active = await Promise.all(sessions.map(({ id }) => stateOf(service, id)));
    expect(active.map((state) => state.active)).toEqual([false, ...Array.from({ length: 10 }, () => true)]);
    expect(await devicesOf(parent, nest.id)).toHaveLength(10);
    expect(await devicesOf(parent, other.id)).toHaveLength(1);
  });

  const refreshed = async ({ refreshToken }: auth.NestSession, nestId: string) =>
    (await service.call(auth.refreshNests, { body: { refreshToken, nestId } })).data;

  test('a carer ends a single device', async () => {
    const parent = await createParent(service);
    const nest = await createNest(parent);
    const one = await signInAgain(service, parent, PASSWORD);
    const id = sessionOf(await handOver(one, [nest.id]));
    const [device] = await devicesOf(parent, nest.id);
    expect(device).toMatchObject({ id, cameBy: 'handover', label: null });
    const params = { id: nest.id, deviceId: id };
    await parent.call(auth.endNestDevice, { params });
    expect(await stateOf(service, id)).toMatchObject({ active: false });
    expect(await outcomeOf(parent.call(auth.endNestDevice, { params }))).toBe('ITEM_NOT_FOUND');
    expect((await service.callInternal(auth.listEndedSessions, {})).data.ids).toContain(id);
  });
});

describe('what is deleted', () => {
  /**
   * Runs rounds of the loop until one has claimed something, which the service's own loop may do first, in vain; returns
   * those of these ids of which catalog was told.
   */
  const told = async (asked: string[]) => {
    const isLeft = () =>
      service.db.selectFrom('nest_departures').select('id').where('id', 'in', asked).executeTakeFirst();
    let ids: string[] = [];
    const hasClaimed = async () => {
      ids = await tellOnce(asked);
      return ids.length > 0 || !(await isLeft());
    };
    await expect.poll(hasClaimed).toBe(true);
    return ids;
  };
  const tellOnce = async (asked: string[]) => {
    await service.db
      .updateTable('nest_departures')
      .set({ due_at: new Date(0) })
      .execute();
    const ids: string[] = [];
    const callCatalog = async (_call: unknown, { body }: { body: { ids: string[] } }) => {
      ids.push(...body.ids);
      return { message: undefined, data: undefined };
    };
    const logger = { warn: () => {} };
    await relayNestDepartures({ db: service.db, callCatalog, tokenSeconds: TOKEN_SECONDS, logger } as never); // only these are used
    return ids.filter((id) => asked.includes(id));
  };
  const openOn = async (parent: Parent, nestIds: string[]) => {
    const { refreshToken } = await handOver(await signInAgain(service, parent, PASSWORD), nestIds);
    const body = { refreshToken, nestId: nestIds[0] ?? null };
    return (await service.call(auth.refreshNests, { body })).data;
  };

  test('a deleted nest ends its devices at once, and catalog is told twice', async () => {
    const parent = await createParent(service);
    const [nest, other] = [await createNest(parent), await createNest(parent)];
    const alone = sessionOf(await openOn(parent, [nest.id]));
    const { refreshToken } = await openOn(parent, [nest.id, other.id]);
    await parent.call(auth.deleteNest, { params: { id: nest.id } });
    expect(await stateOf(service, alone)).toMatchObject({ active: false });
    const { data } = await service.call(auth.refreshNests, { body: { refreshToken, nestId: nest.id } });
    expect(data).toMatchObject({ accessToken: null, nestId: null, faces: [{ id: other.id }] });
    // The second time is for what devices did that had not heard of it, when no token of theirs is valid any more.
    expect(await told([nest.id, other.id])).toEqual([nest.id]);
    const query = service.db.selectFrom('nest_departures').select('due_at').where('id', '=', nest.id);
    expect((await query.executeTakeFirstOrThrow()).due_at.getTime()).toBeGreaterThan(
      Date.now() + TOKEN_SECONDS * 1000,
    );
    expect(await told([nest.id, other.id])).toEqual([nest.id]);
    expect(await told([nest.id, other.id])).toEqual([]);
  });

  test("a deleted account leaves none of its nests, and a shared one stays the owner's", async () => {
    const [parent, aunt] = [await createParent(service), await createParent(service)];
    const [mine, hers] = [await createNest(parent), await createNest(aunt)];
    await shareWith(aunt, { nest: hers.id }, parent);
    const device = sessionOf(await openOn(parent, [mine.id, hers.id]));
    await parent.call(auth.deleteAccount, { body: { password: PASSWORD } });
    expect(await stateOf(service, device)).toMatchObject({ active: false });
    expect(await carersOf([mine.id, hers.id])).toMatchObject([{ id: hers.id, carerIds: [aunt.user.id] }]);
    expect(await told([mine.id, hers.id])).toEqual([mine.id]);
  });

  test('a deletion of which catalog does not learn is tried again', async () => {
    const parent = await createParent(service);
    const { id } = await createNest(parent);
    await parent.call(auth.deleteNest, { params: { id } });
    await service.db
      .updateTable('nest_departures')
      .set({ due_at: new Date(0) })
      .execute();
    const callCatalog = () => Promise.reject(new Error('catalog is away'));
    await relayNestDepartures({
      db: service.db,
      callCatalog,
      tokenSeconds: TOKEN_SECONDS,
      logger: { warn: () => {} },
    } as never);
    expect(await told([id])).toEqual([id]);
  });
});
