import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { tmpdir } from 'node:os';

import { auth, createClient, type Input } from '@larksong/contracts';
import { expect, it } from 'vitest';

import { freePort } from '../host/ports.ts';
import { standInFor } from '../processes/stand-in.ts';
import { answerRequest, restoreStopped, toList } from './restore-from-page.ts';

it('while the services are stopped, the progress is told to the page that asked alone, and the outcome after that', async () => {
  const port = await freePort();
  const call = createClient({ baseUrl: `http://127.0.0.1:${port}` });
  const request = { id: randomUUID(), place: '/backups', passphrase: '', server: null, backup: '2026-03-01' };
  const read = (requestId: string) => call(auth.getRestore, { body: { requestId } });
  const reported: Input<typeof auth.reportRestore>['body'][] = [];
  const told: string[] = [];
  const stack = {
    restartServices: async (
      meanwhile: () => Promise<void>,
      standIn: Parameters<typeof standInFor>[1] = () => {},
    ) =>
      standInFor(port, standIn, async () => {
        told.push((await read(request.id)).data.restore.sentence);
        await expect(read(randomUUID())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
        await expect(call(auth.openSetup, { body: { code: 'AAAA' } })).rejects.toThrow('is being restored');
        await meanwhile();
        told.push((await read(request.id)).data.restore.state);
      }),
    reportRestore: async (body: (typeof reported)[number]) => void reported.push(body),
  };
  const dataDir = join(tmpdir(), randomUUID()); // no site runs here
  await restoreStopped(stack, request, { dataDir, say: () => {}, signal: new AbortController().signal });
  expect(told).toEqual(['Checking the backup …', 'waiting']);
  expect(reported).toMatchObject([{ id: request.id, outcome: { state: 'failed' } }]);
  expect(reported[0]?.outcome.sentence).toMatch(/^Larksong is not running/);
  await expect(read(request.id)).rejects.toMatchObject({ status: 0 });
});

it('the services are not stopped for a backup that cannot be restored', async () => {
  const request = { id: randomUUID(), place: '/backups', passphrase: '', server: null, backup: '2026-03-01' };
  const reported: Input<typeof auth.reportRestore>['body'][] = [];
  const stack = {
    restartServices: () => Promise.reject(new Error('The services were stopped.')),
    reportRestore: async (body: (typeof reported)[number]) => void reported.push(body),
  };
  const dataDir = join(tmpdir(), randomUUID()); // no site runs here, so nothing can be restored
  await answerRequest(stack, request, { dataDir, say: () => {}, signal: new AbortController().signal });
  expect(reported).toMatchObject([{ id: request.id, outcome: { state: 'failed' } }]);
  expect(reported[0]?.outcome.sentence).toMatch(/^Larksong is not running/);
});

it('backups that nothing proves to be genuine are listed only for a place that is trusted', () => {
  const backup = { createdAt: '', version: '1.0.0', songs: 1, accounts: 1, sizeBytes: 1, isLocked: false };
  const listed = [
    { ...backup, id: 'one', doubt: 'from-before' as const },
    { ...backup, id: 'two' },
    { id: 'three', isLocked: false, problem: 'The backup three is damaged.' },
  ];
  const idsOf = (isTrusted: boolean) => {
    const { backups, needsTrust, sentence } = toList(listed, { place: '/backups', isTrusted });
    return { ids: backups.map(({ id }) => id), needsTrust, sentence };
  };
  expect(idsOf(false)).toEqual({
    ids: ['two'],
    needsTrust: true,
    sentence: expect.stringMatching(/older Larksong/),
  });
  expect(idsOf(true)).toEqual({ ids: ['two', 'one'], needsTrust: undefined, sentence: '' });
  expect(toList(listed.slice(2), { place: '/backups' })).toMatchObject({
    state: 'failed',
    sentence: 'The backup three is damaged.',
  });
});
