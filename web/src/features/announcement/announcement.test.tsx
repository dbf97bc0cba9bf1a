import { auth, status } from '@larksong/contracts';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { siteStatus } from '../../testing/status.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup();
let site: TestSite;
let announcement: auth.Announcement | null;

beforeEach(async () => {
  announcement = null;
  site = await startSite();
  site.on(auth.getAnnouncement, () => ({ announcement }));
  site.on(status.getSiteStatus, () => siteStatus());
  site.on(auth.putAnnouncement, ({ body: { message, isReadOnly } }) => {
    const startedAt = new Date().toISOString();
    announcement = message === '' ? null : { message, isReadOnly, startedAt };
    return { announcement };
  });
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function openPanel(): Promise<HTMLElement> {
  renderSite('/status');
  await screen.findByRole('heading', { level: 1 });
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  return screen.findByLabelText('Announcement');
}

test('every page shows the announcement of the site', async () => {
  announcement = { message: 'Back at 8.', isReadOnly: true, startedAt: new Date().toISOString() };
  renderSite('/');
  expect((await screen.findByText('Back at 8.')).closest('[role=status]')).toBeTruthy();
});

test('the announcement that is in the page is shown before the site answers', async () => {
  const announced = { message: 'Back at 9.', isReadOnly: false, startedAt: new Date().toISOString() };
  const meta = Object.assign(document.createElement('meta'), {
    name: 'announcement',
    content: JSON.stringify(announced),
  });
  document.head.append(meta);
  onTestFinished(() => meta.remove());
  const { container } = renderSite('/you');
  await waitFor(() => expect(container.querySelector('main')).toBeTruthy());
  expect(container.textContent).toContain('Back at 9.'); // with the first frame
  expect(site.count(auth.getAnnouncement)).toBe(0);
});

test('a superadmin makes the site read-only with a sentence, and takes it down again', async () => {
  const field = await openPanel();
  await user.type(field, 'Back at 8.');
  await user.selectOptions(screen.getByLabelText('Meanwhile'), 'The site is read-only');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByText('Back at 8.', { selector: 'span' })).closest('[role=status]')).toBeTruthy();
  await user.clear(await screen.findByDisplayValue('Back at 8.'));
  await user.selectOptions(screen.getByLabelText('Meanwhile'), 'People can use everything');
  await user.click(screen.getByRole('button', { name: 'Take down' }));
  await screen.findByRole('button', { name: 'Save' });
  expect(site.bodies(auth.putAnnouncement)).toEqual([
    { message: 'Back at 8.', isReadOnly: true },
    { message: '', isReadOnly: false },
  ]);
});

test('a failed change says why and keeps what was typed', async () => {
  site.on(auth.putAnnouncement, () => failure('UNAVAILABLE', 'The database is away.'));
  await user.type(await openPanel(), 'Back at 8.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('The database is away.');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Announcement').value).toBe('Back at 8.');
});
