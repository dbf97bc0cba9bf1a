import { auth, status } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { startSite, type TestSite } from '../../testing/site.ts';
import { siteStatus } from '../../testing/status.ts';
import { signIn, signOut } from '../auth/session.ts';

const user = userEvent.setup();
/** Today, in the time zone of the tests. */
const STARTED = new Date(new Date().setHours(21, 26)).toISOString();
let site: TestSite;
let announcement: auth.Announcement | null;

beforeEach(async () => {
  announcement = null;
  site = await startSite();
  site.on(auth.getSiteName, () => ({ name: 'Larksong' }));
  site.on(auth.getAnnouncement, () => ({ announcement }));
  site.on(status.getSiteStatus, () => siteStatus());
  site.on(auth.putAnnouncement, ({ body }) => {
    const { message: before, isReadOnly = announcement?.isReadOnly ?? false } = { ...announcement, ...body };
    const own = before === auth.READ_ONLY_SENTENCE ? '' : (before ?? '');
    const message = own === '' && isReadOnly ? auth.READ_ONLY_SENTENCE : own;
    announcement = message === '' ? null : { message, isReadOnly, startedAt: STARTED };
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

test('an announcement is saved and taken down, and both are confirmed', async () => {
  await user.type(await openPanel(), 'Back at 8.');
  await user.click(
    within(screen.getByRole('form', { name: 'Announcement on every page' })).getByRole('button', {
      name: 'Save',
    }),
  );
  expect(await screen.findByText('Saved.')).toBeTruthy();
  expect((await screen.findByText('Back at 8.', { selector: 'span' })).closest('[role=status]')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Take down' }));
  expect(await screen.findByText('Taken down.')).toBeTruthy();
  expect(screen.queryByText('Saved.')).toBeNull();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Announcement').value).toBe('');
  expect(site.bodies(auth.putAnnouncement)).toEqual([{ message: 'Back at 8.' }, { message: '' }]);
});

test('the site becomes read-only and ends it by a separate switch, which says since when', async () => {
  announcement = { message: 'Back at 8.', isReadOnly: false, startedAt: STARTED };
  await openPanel();
  const begin = screen.getByRole('button', { name: 'Make the site read-only' });
  await user.click(begin);
  expect(await screen.findByText(/^Read-only since 21:26\. /)).toBeTruthy();
  const end = screen.getByRole('button', { name: 'End now' });
  expect(document.activeElement).toBe(end);
  await user.click(screen.getByRole('button', { name: 'Take down' }));
  expect(await screen.findByText(auth.READ_ONLY_SENTENCE)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Announcement').value).toBe('');
  await user.click(end);
  expect(await screen.findByText('Ended. People can use everything.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(auth.READ_ONLY_SENTENCE)).toBeNull());
  expect(site.bodies(auth.putAnnouncement)).toEqual([
    { isReadOnly: true },
    { message: '' },
    { isReadOnly: false },
  ]);
});

test('a switch that fails says why and stays', async () => {
  await openPanel();
  site.on(auth.putAnnouncement, () => failure('UNAVAILABLE', 'The database is away.'));
  await user.click(screen.getByRole('button', { name: 'Make the site read-only' }));
  expect(await screen.findByText('The database is away.')).toBeTruthy();
  expect(screen.getByText('People can use everything.')).toBeTruthy();
});

test('a failed change says why and keeps what was typed', async () => {
  site.on(auth.putAnnouncement, () => failure('UNAVAILABLE', 'The database is away.'));
  await user.type(await openPanel(), 'Back at 8.');
  await user.click(
    within(screen.getByRole('form', { name: 'Announcement on every page' })).getByRole('button', {
      name: 'Save',
    }),
  );
  await screen.findByText('The database is away.');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Announcement').value).toBe('Back at 8.');
});
