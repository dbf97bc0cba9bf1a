import { auth as contract } from '@larksong/contracts';
import { newId } from '@larksong/service-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { readBackups } from '../src/status/store.ts';
import { createParent } from './children.ts';
import { registerSomebody, startFreshAuth } from './start-auth.ts';

const HOUR = 3600;

let auth: Awaited<ReturnType<typeof startFreshAuth>>;
beforeAll(async () => {
  auth = await startFreshAuth();
});
afterAll(() => auth.stop());

async function addRun(hoursAgo: number, error: string | null, kept: number | null = null): Promise<void> {
  await auth.db
    .insertInto('backup_runs')
    .values({
      id: newId(),
      started_at: new Date(Date.now() - hoursAgo * HOUR * 1000),
      place: '/backups',
      is_on_same_disk: true,
      kept,
      error,
    })
    .execute();
}

test('the latest successful backup has an age, and the newest failure a reason', async () => {
  await registerSomebody(auth);
  await sql`update users set created_at = now() - interval '30 hours'`.execute(auth.db);
  const none = await readBackups(auth.db);
  expect(none).toMatchObject({ lastDone: null, lastProblem: null });
  expect(Math.round(none.ageSeconds / HOUR)).toBe(30);

  await addRun(20, null);
  await addRun(2, 'The disk is full.');
  const failing = await readBackups(auth.db);
  expect(failing).toMatchObject({ lastDone: { isOnSameDisk: true }, lastProblem: 'The disk is full.' });
  expect(Math.round(failing.ageSeconds / HOUR)).toBe(20);

  await addRun(1, null);
  const sound = await readBackups(auth.db);
  expect(sound.lastProblem).toBeNull();
  expect(Math.round(sound.ageSeconds / HOUR)).toBe(1);
});

test('grown-ups learn how many backups keep a deleted nest, once a backup tells it', async () => {
  const parent = await createParent(auth, null);
  const findKept = async () => (await parent.call(contract.listNests, {})).data.keptBackups;
  await auth.db.deleteFrom('backup_runs').execute();
  expect(await findKept()).toBeNull();
  await addRun(30, null); // by a version from before
  expect(await findKept()).toBeNull();
  await addRun(26, null, 7);
  await addRun(2, null, 21);
  await addRun(1, 'The disk is full.');
  expect(await findKept()).toBe(21);
});
