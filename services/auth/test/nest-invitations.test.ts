import { auth } from '@larksong/contracts';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { sweep } from '../src/sweep.ts';
import {
  createClass,
  createNest,
  createParent,
  outcomeOf,
  shareWith,
  stateOf,
  handOver,
  type Parent,
} from './children.ts';
import { PASSWORD, startFreshAuth } from './start-auth.ts';

let service: Awaited<ReturnType<typeof startFreshAuth>>;
let parent: Parent;
let aunt: Parent;
beforeAll(async () => {
  service = await startFreshAuth();
});
beforeEach(async () => {
  parent = await createParent(service);
  aunt = await createParent(service);
});
afterAll(() => service?.stop());

const invitationsOf = async ({ call }: Parent) => (await call(auth.listNestInvitations, {})).data.invitations;
const nestsOf = async ({ call }: Parent) => (await call(auth.listNests, {})).data.nests;
const invite = ({ call }: Parent, id: string, username: string) =>
  call(auth.shareNest, { params: { id }, body: { username } });
const answer = ({ call }: Parent, endpoint: typeof auth.acceptNestInvitation, id = '') =>
  call(endpoint, { params: { id } });

test('nothing is shared before the invitation is accepted, and it tells nothing of the child', async () => {
  const nest = await createNest(parent, { nickname: 'Juno' });
  await invite(parent, nest.id, ` ${aunt.user.username.toUpperCase()} `);
  expect(await nestsOf(parent)).toMatchObject([
    { isShared: false, sharedWith: null, invited: aunt.user.username.toUpperCase() },
  ]);
  expect(await nestsOf(aunt)).toEqual([]);
  const [invitation] = await invitationsOf(aunt);
  expect(invitation).toEqual({
    id: expect.any(String),
    from: parent.user.username,
    nest: { animal: 'fox', ground: 'lake' },
    class: null,
    madeAt: expect.any(String),
  });
  await answer(aunt, auth.acceptNestInvitation, invitation?.id);
  expect(await nestsOf(aunt)).toMatchObject([{ id: nest.id, isMine: false, invited: null }]);
  expect(await nestsOf(parent)).toMatchObject([{ sharedWith: aunt.user.username, invited: null }]);
  expect(await invitationsOf(aunt)).toEqual([]);
  expect(await outcomeOf(answer(aunt, auth.acceptNestInvitation, invitation?.id))).toBe('NEST_NOT_FOUND');
});

test('a name that nobody has gets the same answer as any other', async () => {
  const nests = [await createNest(parent), await createNest(parent)];
  const answers = [];
  for (const [index, username] of ['nobody-has-this-name', aunt.user.username].entries()) {
    const { data } = await invite(parent, nests[index]?.id ?? '', username);
    answers.push({ ...data.nest, id: '', invited: data.nest.invited === username });
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(await outcomeOf(invite(parent, nests[0]?.id ?? '', parent.user.username))).toBe('USER_NOT_FOUND');
});

test('only the invited member answers, once, and only while the invitation stands', async () => {
  const [nest, stranger] = [await createNest(parent), await createParent(service)];
  await invite(parent, nest.id, aunt.user.username);
  const [first] = await invitationsOf(aunt);
  for (const caller of [stranger, parent])
    for (const endpoint of [auth.acceptNestInvitation, auth.declineNestInvitation])
      expect(await outcomeOf(answer(caller, endpoint, first?.id))).toBe('NEST_NOT_FOUND');
  // Another one replaces it.
  await invite(parent, nest.id, stranger.user.username);
  expect(await outcomeOf(answer(aunt, auth.acceptNestInvitation, first?.id))).toBe('NEST_NOT_FOUND');
  const [second] = await invitationsOf(stranger);
  await answer(stranger, auth.declineNestInvitation, second?.id);
  expect(await nestsOf(parent)).toMatchObject([{ invited: null, isShared: false }]);
  // One that is taken back.
  await invite(parent, nest.id, aunt.user.username);
  await parent.call(auth.unshareNest, { params: { id: nest.id } });
  expect(await invitationsOf(aunt)).toEqual([]);
  // One that has ended.
  await invite(parent, nest.id, aunt.user.username);
  await sql`update nest_invitations set made_at = made_at - make_interval(days => ${auth.NEST_INVITATION_DAYS})`.execute(
    service.db,
  );
  expect(await invitationsOf(aunt)).toEqual([]);
  expect(await nestsOf(parent)).toMatchObject([{ invited: null }]);
  await sweep(service.db, service.config);
  const { rows } = await sql`select id from nest_invitations where nest_id = ${nest.id}`.execute(service.db);
  expect(rows).toEqual([]);
});

test('whoever registers a mistyped name afterwards is not invited', async () => {
  const nest = await createNest(parent);
  await invite(parent, nest.id, 'late-riser');
  const body = { username: 'Late-Riser', email: 'late@riser.example', password: PASSWORD };
  const { data } = await service.call(auth.register, { body });
  const late = { ...data, call: service.callAs(data.accessToken) };
  expect(await invitationsOf(late)).toEqual([]);
  await invite(parent, nest.id, 'late-riser');
  expect(await invitationsOf(late)).toHaveLength(1);
});

test('two answers at once share a class once', async () => {
  const { id } = await createClass(parent);
  await parent.call(auth.shareClass, { params: { id }, body: { username: aunt.user.username } });
  const [invitation] = await invitationsOf(aunt);
  expect(invitation).toMatchObject({ nest: null, class: { sign: 'sun', hue: 'leaf' } });
  const outcomes = await Promise.all(
    [1, 2].map(() => outcomeOf(answer(aunt, auth.acceptNestInvitation, invitation?.id))),
  );
  expect(outcomes.toSorted()).toEqual(['NEST_NOT_FOUND', 'ok']);
  expect((await aunt.call(auth.listClasses, {})).data.classes).toMatchObject([{ id, isMine: false }]);
});

test('the grown-up before keeps the nest until another one has accepted', async () => {
  const [nest, other] = [await createNest(parent), await createParent(service)];
  await shareWith(parent, { nest: nest.id }, aunt);
  const { accessToken } = await handOver(aunt, [nest.id]);
  const device = String(decodeJwt(accessToken ?? '')['sid']);
  await invite(parent, nest.id, other.user.username);
  expect(await stateOf(service, device)).toMatchObject({ active: true });
  const [invitation] = await invitationsOf(other);
  await answer(other, auth.acceptNestInvitation, invitation?.id);
  expect(await stateOf(service, device)).toMatchObject({ active: false });
  expect(await nestsOf(parent)).toMatchObject([{ sharedWith: other.user.username }]);
});
