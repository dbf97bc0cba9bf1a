import { auth, status } from '@larksong/contracts';
import { act, cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { siteStatus } from '../../testing/status.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  site.on(auth.getSiteName, () => ({ name: 'Larksong' }));
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visit(): Promise<void> {
  renderSite('/status');
  await screen.findByRole('heading', { level: 1 });
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  await screen.findByRole('heading', { name: 'Status' });
}

test('a sound site shows its services, workers, storage and settings, and no findings', async () => {
  const sound = siteStatus();
  if (sound.catalog?.figures) sound.catalog.figures.links = { account: 4, site: 1 };
  site.on(status.getSiteStatus, () => sound);
  await visit();
  expect(await screen.findByText('Everything works.')).toBeTruthy();
  const services = within(screen.getByRole('region', { name: 'Services' }));
  expect(services.getAllByText('Running')).toHaveLength(4);
  expect(services.getAllByText('Version 1.2.3')).toHaveLength(4);
  expect(screen.getByRole('heading', { name: 'transcoder-1' })).toBeTruthy();
  expect(screen.getByText('Links to lists').parentElement?.textContent).toBe('Links to lists5');
  const storage = within(screen.getByRole('region', { name: 'Storage' }));
  expect(storage.getByText('30 GB')).toBeTruthy();
  expect(storage.getByRole('row', { name: 'Olive Owl 12 28 GB' })).toBeTruthy();
  expect(storage.getByText('deleted account')).toBeTruthy();
  expect(screen.getByText('https://songs.example')).toBeTruthy();
  expect(screen.getByText('Last backup').parentElement?.textContent).toBe('Last backup0 minutes ago');
});

test('each finding is named with its severity and what to do', async () => {
  const finding: status.Finding = {
    id: 'storage-full',
    severity: 'error',
    about: 'storage',
    sentence: 'Storage has only 1 GiB left.',
    remedy: 'Free space.',
  };
  site.on(status.getSiteStatus, () => siteStatus({ findings: [finding] }));
  await visit();
  const item = within((await screen.findByText('Storage has only 1 GiB left.')).closest('li')!);
  expect(item.getByText('Error:')).toBeTruthy();
  expect(item.getByText('Free space.')).toBeTruthy();
  expect(screen.getByText('1 error')).toBeTruthy();
});

test('parts of a site whose services do not answer are shown as unknown', async () => {
  const answers = { auth: 'silent', catalog: 'away', game: 'ok', gateway: 'ok' } as const;
  site.on(status.getSiteStatus, () => siteStatus({ answers, auth: null, catalog: null }));
  await visit();
  expect(await screen.findByText('Not running')).toBeTruthy();
  expect(screen.getByText('Not responding')).toBeTruthy();
  expect(screen.getByText('Unknown while catalog or its database does not answer.')).toBeTruthy();
});

test('a status that cannot be loaded can be tried again', async () => {
  site.on(status.getSiteStatus, () => failure('UNAVAILABLE'));
  await visit();
  expect(await screen.findByText('The status could not be loaded')).toBeTruthy();
  site.on(status.getSiteStatus, () => siteStatus());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Everything works.')).toBeTruthy();
});

test('a later failure keeps what was seen, with its time, and a wrong clock of the device is mentioned', async () => {
  const at = new Date(Date.now() - 3_600_000).toISOString();
  site.on(status.getSiteStatus, () => siteStatus({ at }));
  await visit();
  expect(await screen.findByText(/This device’s clock is 60 min ahead of the site’s/)).toBeTruthy();
  site.on(status.getSiteStatus, () => failure('UNAVAILABLE'));
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText(/What you see is from/)).toBeTruthy();
  expect(screen.getByText('Everything works.')).toBeTruthy();
});
