import { auth } from '@larksong/contracts';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { PASSWORD, registerSomebody, startFreshAuth } from './start-auth.ts';

const SUPERADMIN = {
  SUPERADMIN_EMAIL: 'head@school.example',
  SUPERADMIN_USERNAME: 'head',
  SUPERADMIN_PASSWORD: 'first password of the head',
};
const INVITATION_NOT_VALID = { status: 400, code: 'INVITATION_NOT_VALID' };
const LINK_NOT_VALID = { status: 400, code: 'LINK_NOT_VALID' };

let service: Awaited<ReturnType<typeof startFreshAuth>>;
let headToken: string;

beforeAll(async () => {
  service = await startFreshAuth(SUPERADMIN);
  const body = { email: SUPERADMIN.SUPERADMIN_EMAIL, password: SUPERADMIN.SUPERADMIN_PASSWORD };
  headToken = (await service.call(auth.login, { body })).data.accessToken;
});
afterAll(async () => service?.stop());

const head = () => service.callAs(headToken);
const change = (id: string, body: { role?: 'user' | 'superadmin'; isDisabled?: boolean }) =>
  head()(auth.updateAccount, { params: { id }, body });

/** Creates another superadmin. */
async function appoint() {
  const { user, accessToken } = await registerSomebody(service);
  await change(user.id, { role: 'superadmin' });
  return { id: user.id, call: service.callAs(accessToken) };
}

async function inviteBy(call: ReturnType<typeof head>, role: 'user' | 'superadmin') {
  const email = `${randomUUID()}@people.example`;
  await call(auth.createInvitation, { body: { email, role } });
  const [mail] = await service.mailbox.waitFor(email);
  return { email, inviteToken: mail?.token ?? '' };
}

const accept = (invitation: { email: string; inviteToken: string }) =>
  service.call(auth.register, {
    body: { username: `guest-${randomUUID().slice(0, 20)}`, password: PASSWORD, ...invitation },
  });

const listOpen = async () =>
  (await head()(auth.listInvitations, {})).data.invitations.map(({ email }) => email);

describe.each([
  ['demoted', { role: 'user' as const }],
  ['disabled', { isDisabled: true }],
])('a superadmin who was %s', (_, loss) => {
  test("a former superadmin's own invitations become void, while those of others stay valid", async () => {
    const leaving = await appoint();
    const own = [await inviteBy(leaving.call, 'superadmin'), await inviteBy(leaving.call, 'user')];
    const others = await inviteBy(head(), 'user');
    await change(leaving.id, loss);
    const open = await listOpen();
    expect(open).toContain(others.email);
    for (const invitation of own) {
      expect(open).not.toContain(invitation.email);
      await expect(accept(invitation)).rejects.toMatchObject(INVITATION_NOT_VALID);
    }
    // Not even after getting the role back.
    await change(leaving.id, { role: 'superadmin', isDisabled: false });
    await expect(accept(own[0]!)).rejects.toMatchObject(INVITATION_NOT_VALID);
    await change(leaving.id, { role: 'user' });
  });

  test('reset mails that a former superadmin requested or could read become void', async () => {
    const leaving = await appoint();
    const [asked, read] = [await registerSomebody(service), await registerSomebody(service)];
    await leaving.call(auth.sendAccountReset, { params: { id: asked.user.id } });
    await service.call(auth.forgotPassword, { body: { email: read.user.email } });
    const tokens = [];
    for (const { user } of [asked, read])
      tokens.push((await service.mailbox.waitFor(user.email, 2)).at(-1)?.token ?? '');
    await change(leaving.id, loss);
    for (const token of tokens)
      await expect(
        service.call(auth.resetPassword, { body: { token, password: 'a new and longer password' } }),
      ).rejects.toMatchObject(LINK_NOT_VALID);
    // A new one is valid.
    await service.call(auth.forgotPassword, { body: { email: read.user.email } });
    const token = (await service.mailbox.waitFor(read.user.email, 3)).at(-1)?.token ?? '';
    await service.call(auth.resetPassword, { body: { token, password: 'a new and longer password' } });
    await change(leaving.id, { role: 'user', isDisabled: false });
  });
});

test('using an invitation during a demotion waits for it and then fails', async () => {
  const leaving = await appoint();
  const invitation = await inviteBy(leaving.call, 'superadmin');
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const { promise: isDemoted, resolve: noteDemoted } = Promise.withResolvers<void>();
  const demotion = service.db.transaction().execute(async (trx) => {
    await sql`update users set role = 'user' where id = ${leaving.id}`.execute(trx);
    noteDemoted();
    await end;
  });
  await isDemoted;
  const accepting = accept(invitation);
  accepting.catch(() => {});
  await expect
    .poll(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(service.db);
      return rows.length;
    })
    .toBe(1);
  resolve();
  await demotion;
  await expect(accepting).rejects.toMatchObject(INVITATION_NOT_VALID);
});

test('an invitation created by a request that outlived the role is void', async () => {
  const leaving = await appoint();
  const invitation = await inviteBy(head(), 'superadmin');
  await sql`update invitations set invited_by = ${leaving.id} where email = ${invitation.email}`.execute(
    service.db,
  );
  await sql`update users set role = 'user' where id = ${leaving.id}`.execute(service.db);
  expect(await listOpen()).not.toContain(invitation.email);
  await expect(accept(invitation)).rejects.toMatchObject(INVITATION_NOT_VALID);
});

test('an invitation without a recorded author creates users but no superadmins', async () => {
  const [user, superadmin] = [await inviteBy(head(), 'user'), await inviteBy(head(), 'superadmin')];
  await sql`update invitations set invited_by = null`.execute(service.db);
  await expect(accept(user)).resolves.toHaveProperty('data.user.role', 'user');
  await expect(accept(superadmin)).rejects.toMatchObject(INVITATION_NOT_VALID);
});
