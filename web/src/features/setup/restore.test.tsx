import { auth } from '@larksong/contracts';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';

const SETUP: auth.Setup = {
  siteName: 'Larksong',
  registration: 'open',
  superadmin: null,
  publicUrl: 'http://localhost:8080',
  decided: { registration: false, mail: false, address: false, folder: false },
  canRestore: true,
};
const BACKUPS: auth.FoundBackup[] = [
  ['2026-03-02T02-00-00Z', 1],
  ['2026-03-01T02-00-00Z', 2],
].map(([id, songs]) => ({
  id: String(id),
  createdAt: '2026-03-02T02:00:00.000Z',
  version: '1.0.0',
  songs: Number(songs),
  accounts: 3,
  sizeBytes: 1_200_000_000,
}));
const WAITING: auth.RestoreOutcome = { state: 'waiting', sentence: '', backups: [], needsPassphrase: false };
const LIST = '00000000-0000-4000-8000-000000000001';
const RESTORE = '00000000-0000-4000-8000-000000000002';
const SECOND = '00000000-0000-4000-8000-000000000003';

let site: TestSite;
let outcomes: Record<string, Partial<auth.RestoreOutcome>>;
const user = userEvent.setup();
beforeEach(async () => {
  site = await startSite();
  outcomes = { [LIST]: { state: 'done', backups: BACKUPS } };
  site.on(auth.openSetup, () => ({ setup: SETUP }));
  site.on(auth.requestRestore, ({ body }) => ({ requestId: body.backup === null ? LIST : RESTORE }));
  site.on(auth.getRestore, ({ body }) => ({ restore: { ...WAITING, ...outcomes[body.requestId] } }));
});
afterEach(async () => {
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function openRestore(): Promise<void> {
  renderSite('/setup');
  await user.type(await screen.findByLabelText('Code'), 'abcd-efgh{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Restore a backup instead' }));
}

async function find(place: string): Promise<void> {
  const field = screen.getByLabelText('Folder of the backups');
  await user.clear(field);
  await user.type(field, `${place}{Enter}`);
}

it('the newest backup is chosen, another one can be, and its progress and end are shown', async () => {
  await openRestore();
  await find('/media/usb-disk');
  const [newest, older] = await screen.findAllByRole<HTMLInputElement>('radio');
  expect(newest?.checked).toBe(true);
  expect(screen.getByText('2 songs, 3 accounts, 1.2 GB, Larksong 1.0.0')).toBeTruthy();
  if (older) await user.click(older);
  outcomes[RESTORE] = { sentence: 'Restoring files: 3 of 5 files …' };
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('Restoring files: 3 of 5 files …')).toBeTruthy();
  expect(site.bodies(auth.requestRestore)[1]).toMatchObject({
    code: 'abcd-efgh',
    place: '/media/usb-disk',
    backup: '2026-03-01T02-00-00Z',
  });
  outcomes[RESTORE] = { state: 'done', sentence: 'The backup is restored.' };
  await screen.findByRole('heading', { name: 'Your site is back' }, { timeout: 5000 });
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/profile');
});

it('a restore that fails leads back to the form with the reason, and can be tried again', async () => {
  outcomes[RESTORE] = { state: 'failed', sentence: 'The backup is damaged and was not restored.' };
  await openRestore();
  await find('/media/usb-disk');
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect((await screen.findByRole('alert')).textContent).toBe('The backup is damaged and was not restored.');
  site.on(auth.requestRestore, () => ({ requestId: SECOND }));
  outcomes[SECOND] = { sentence: 'Checking the backup …' };
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('Checking the backup …')).toBeTruthy();
});

it('a folder without backups and a relative path are said in sentences', async () => {
  outcomes[LIST] = { state: 'failed', sentence: 'There are no backups in /nowhere.' };
  await openRestore();
  await find('usb-disk');
  expect(await screen.findByText(/Enter a folder that begins with \//)).toBeTruthy();
  await find('/nowhere');
  expect((await screen.findByRole('alert')).textContent).toBe('There are no backups in /nowhere.');
  expect(screen.queryByRole('radio')).toBeNull();
});

it('an encrypted folder asks for its passphrase before a backup can be chosen', async () => {
  outcomes[LIST] = { state: 'done', backups: BACKUPS, needsPassphrase: true };
  await openRestore();
  await find('/media/usb-disk');
  const passphrase = await screen.findByLabelText('Passphrase');
  expect(screen.queryByRole('radio')).toBeNull();
  outcomes[LIST] = { state: 'done', backups: BACKUPS };
  await user.type(passphrase, 'correct horse battery{Enter}');
  expect(await screen.findAllByRole('radio')).toHaveLength(2);
  await waitFor(() =>
    expect(site.bodies(auth.requestRestore).at(-1)?.passphrase).toBe('correct horse battery'),
  );
  await user.type(passphrase, 's');
  expect(screen.queryByRole('radio')).toBeNull();
});

it('backups that could be somebody else’s are offered only after somebody says to know their place', async () => {
  const why = 'These backups are not encrypted although a passphrase was given, so';
  outcomes[LIST] = { state: 'done', sentence: why, needsTrust: true };
  await openRestore();
  await find('/media/usb-disk');
  const choice = await screen.findByRole('checkbox', { name: /Use them anyway/ });
  expect(screen.getByText(why)).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
  await user.click(choice);
  outcomes[LIST] = { state: 'done', backups: BACKUPS };
  await user.click(screen.getByRole('button', { name: 'Find backups' }));
  expect(await screen.findAllByRole('radio')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() =>
    expect(site.bodies(auth.requestRestore).map(({ isTrusted }) => isTrusted)).toEqual([
      undefined,
      true,
      true,
    ]),
  );
});

it('a site without a launcher names the command', async () => {
  site.on(auth.openSetup, () => ({ setup: { ...SETUP, canRestore: false } }));
  renderSite('/setup');
  await user.type(await screen.findByLabelText('Code'), 'abcd-efgh{Enter}');
  expect(await screen.findByText('docker compose run --rm larksong restore /backups')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Restore a backup instead' })).toBeNull();
});
