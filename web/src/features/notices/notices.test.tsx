import { readFile } from 'node:fs/promises';

import { auth, catalog, game } from '@larksong/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { queryClient } from '../../api/query-client.ts';
import { showLanguage } from '../../lib/texts.ts';
import { addProcessingUpload } from '../../parts/processing-uploads.ts';
import { renderSite } from '../../testing/render.tsx';
import { MIRA, OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { signIn, signOut } from '../auth/session.ts';
import { IDLE_POLL_MS, PROCESSING_POLL_MS } from './notice-list.ts';

const NOTICES = catalog.listNotices;
const READ = catalog.markNoticesRead;
const ready: catalog.Notice = {
  id: '0198f3c2-7a1e-7d40-b1c9-00000000c001',
  videoId: '0198f3c2-7a1e-7d40-b1c9-00000000d001',
  kind: 'ready',
  title: 'The Lark',
  message: null,
  createdAt: '2026-11-21T10:00:00.000Z',
};
const failed: catalog.Notice = {
  ...ready,
  id: '0198f3c2-7a1e-7d40-b1c9-00000000c002',
  videoId: '0198f3c2-7a1e-7d40-b1c9-00000000d002',
  kind: 'failed',
  title: 'Lullaby',
  message: 'The file is cut off.',
};

const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
  site.on(game.listCategories, () => ({ categories: [], grids: [] }));
  site.on(NOTICES, () => ({ notices: [ready, failed] }));
  site.on(READ, () => {});
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visitAs(visitor: typeof OLIVE, path = '/you') {
  const page = renderSite(path);
  await screen.findByRole('heading', { level: 1 });
  act(() => signIn({ ...tokensOf(visitor), user: visitor }));
  await screen.findByRole('button', { name: /, account$/ });
  // On a slow machine, the line would become a dot in the middle of a test.
  if (visitor === OLIVE) fireEvent.pointerEnter(await screen.findByRole('region', { name: 'Notices' }));
  return page;
}

/** Returns the client's polling interval in milliseconds. */
function pauseMs(): unknown {
  const [query] = queryClient.getQueryCache().findAll({ queryKey: ['listNotices'] });
  return query?.observers[0]?.options.refetchInterval;
}

test('a superadmin sees the outcome of an upload on any page', async () => {
  site.on(NOTICES, () => ({ notices: [ready] }));
  await visitAs(OLIVE);
  const region = within(await screen.findByRole('region', { name: 'Notices' }));
  const text = await region.findByText('“The Lark” is ready to watch.');
  expect(text.closest('[aria-live="polite"]')).toBeTruthy();
  expect(region.getByRole('link', { name: 'Watch' }).getAttribute('href')).toBe(`/songs?v=${ready.videoId}`);
});

test('a notice of a failure states its reason and leads to the dashboard', async () => {
  site.on(NOTICES, () => ({ notices: [failed] }));
  await visitAs(OLIVE);
  expect(await screen.findByText('“Lullaby” could not be processed: The file is cut off.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Transcoding Status' }).getAttribute('href')).toBe('/transcoding');
});

test('a notice offers to publish the readable part of a file that is cut off', async () => {
  const readable = { seconds: 12.4, endSeconds: 12.4 };
  const ACCEPT = at(catalog.acceptReadable, { id: failed.videoId });
  site.on(NOTICES, () => ({ notices: [{ ...failed, readable }] }));
  site.on(ACCEPT, () => {});
  await visitAs(OLIVE);
  const name = 'Publish the 12 seconds that are there: Lullaby';
  const button = await screen.findByRole('button', { name });
  act(() => button.focus());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByText(/Lullaby/)).toBeNull());
  expect(site.count(ACCEPT)).toBe(1);
});

test('the offer to publish the readable part wraps where it does not fit', async () => {
  const sheet = document.createElement('style');
  sheet.textContent = await readFile('web/src/styles/controls/buttons.css', 'utf8');
  document.head.append(sheet);
  site.on(NOTICES, () => ({
    notices: [{ ...failed, readable: { seconds: 17, endSeconds: 40 } }],
  }));
  await visitAs(OLIVE);
  const offer = await screen.findByRole('button', { name: /^Publish the 17 seconds that could be read/ });
  expect(getComputedStyle(offer).whiteSpace).toBe('normal');
  sheet.remove();
});

test('a notice says what of the file is not in the video', async () => {
  const message = 'The file has 2 soundtracks. The video has number 2.';
  site.on(NOTICES, () => ({ notices: [{ ...ready, message }] }));
  await visitAs(OLIVE);
  expect(await screen.findByText(`“The Lark” is ready to watch. ${message}`)).toBeTruthy();
});

test('a notice in another language gives the reason in that language, or marks the sentence as English', async () => {
  const reason = { id: 'cut-off', values: { statedLength: 192, endLength: 67 } } as const;
  site.on(NOTICES, () => ({ notices: [{ ...failed, reason }] }));
  await visitAs(OLIVE);
  await act(() => showLanguage('de'));
  onTestFinished(() => showLanguage('en'));
  const line = await screen.findByText(/„Lullaby“ konnte nicht verarbeitet werden: .*3:12.*1:07/);
  expect(line.querySelector('[lang]')).toBeNull();
  site.on(NOTICES, () => ({ notices: [{ ...failed, id: ready.id, reason: null }] }));
  await act(() => queryClient.refetchQueries({ queryKey: ['listNotices'] }));
  const english = await screen.findByText('The file is cut off.');
  expect(english.lang).toBe('en');
});

test('several outcomes share one line, which is dismissed as a whole and for good', async () => {
  const many = Array.from({ length: 15 }, (_, at) => ({
    ...ready,
    id: `${ready.id.slice(0, -2)}${at + 10}`,
  }));
  const notices = [failed, ...many];
  site.on(NOTICES, () => ({ notices }));
  await visitAs(OLIVE);
  expect(await screen.findByText('15 videos are ready, 1 failed')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Notices' }).textContent).not.toContain('The Lark');
  await user.click(screen.getByRole('link', { name: /Larksong/ }));
  await screen.findByRole('heading', { name: 'Memory Game' });
  await user.click(screen.getByRole('button', { name: 'Dismiss all' }));
  expect(screen.queryByText('15 videos are ready, 1 failed')).toBeNull();
  await waitFor(() => expect(site.bodies(READ)).toEqual([{ ids: notices.map(({ id }) => id) }]));
});

test('only superadmins fetch notices', async () => {
  await visitAs(MIRA);
  await screen.findByText('This is the You page');
  expect(site.count(NOTICES)).toBe(0);
  expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull();
});

test('Escape dismisses the focused notice and moves the focus to the page', async () => {
  await visitAs(OLIVE);
  const dismiss = await screen.findByRole('button', { name: 'Dismiss all' });
  act(() => dismiss.focus());
  await user.keyboard('{Escape}');
  expect(dismiss.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('main'));
  await waitFor(() => expect(site.bodies(READ)).toEqual([{ ids: [ready.id, failed.id] }]));
});

test('following the link of a notice dismisses it', async () => {
  site.on(catalog.getVideo, () => failure('VIDEO_NOT_FOUND'));
  site.on(NOTICES, () => ({ notices: [ready] }));
  const page = await visitAs(OLIVE);
  await user.click(await screen.findByRole('link', { name: 'Watch' }));
  await waitFor(() => expect(page.address()).toBe(`/songs?v=${ready.videoId}`));
  expect(screen.queryByText('“The Lark” is ready to watch.')).toBeNull();
  await waitFor(() => expect(site.bodies(READ)).toEqual([{ ids: [ready.id] }]));
});

test('a notice that another tab dismissed disappears as soon as this tab is visible', async () => {
  await visitAs(OLIVE);
  await screen.findByText('1 video is ready, 1 failed');
  site.on(NOTICES, () => ({ notices: [failed] }));
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText(/^“Lullaby”/)).toBeTruthy();
  expect(screen.queryByText('1 video is ready, 1 failed')).toBeNull();
  expect(site.bodies(READ)).toEqual([]);
});

test('notices are polled often only while an upload of this device is being processed', async () => {
  site.on(NOTICES, () => ({ notices: [] }));
  await visitAs(OLIVE);
  await waitFor(() => expect(site.count(NOTICES)).toBe(1));
  expect(pauseMs()).toBe(IDLE_POLL_MS);
  act(() => addProcessingUpload(ready.videoId));
  await waitFor(() => expect(pauseMs()).toBe(PROCESSING_POLL_MS));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0)); // a running call would be counted below
  site.on(NOTICES, () => ({ notices: [ready] }));
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('“The Lark” is ready to watch.');
  await waitFor(() => expect(pauseMs()).toBe(IDLE_POLL_MS));
});

/** Returns a function that lets seconds pass. The timers of what was rendered before are real and do not count. */
function stopClock(): (seconds: number) => Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return (seconds) =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(seconds * 1000);
    });
}

test('a notice shrinks to a dot after six seconds, unless it is looked at', async () => {
  await visitAs(OLIVE);
  const line = await screen.findByText('1 video is ready, 1 failed');
  const pass = stopClock();
  const link = screen.getByRole('link', { name: 'Transcoding Status' });
  act(() => link.focus());
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Notices' }));
  await pass(60);
  expect(line.isConnected).toBe(true);
  act(() => link.blur());
  await pass(5.9);
  expect(line.isConnected).toBe(true);
  await pass(0.2);
  expect(line.isConnected).toBe(false);
  const dot = screen.getByRole('button', { name: '2 notices: 1 video is ready, 1 failed' });
  expect(dot.textContent).toBe('2');
  act(() => dot.click());
  const reopened = screen.getByText('1 video is ready, 1 failed');
  expect(reopened.closest('[aria-live]')?.getAttribute('aria-live')).toBe('off');
  expect(document.activeElement?.textContent).toBe('Transcoding Status');
  act(() => screen.getByRole('button', { name: 'Dismiss all' }).click());
  expect(screen.queryByRole('button', { name: /notices/ })).toBeNull();
});

test('a shrunk notice opens again and is announced when there is another one', async () => {
  site.on(NOTICES, () => ({ notices: [ready] }));
  await visitAs(OLIVE);
  await screen.findByText('“The Lark” is ready to watch.');
  const pass = stopClock();
  const region = screen.getByRole('region', { name: 'Notices' });
  await pass(60);
  expect(screen.queryByRole('button', { name: /notice/ })).toBeNull();
  fireEvent.pointerLeave(region);
  await pass(6.1);
  expect(screen.getByRole('button', { name: /^1 notice: “The Lark”/ }).textContent).toBe('1');
  site.on(NOTICES, () => ({ notices: [ready, failed] }));
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => screen.queryByText('1 video is ready, 1 failed')).toBeTruthy();
  expect(region.querySelector('[aria-live=polite] [data-notice]')).toBeTruthy();
});

test('decisions about a teacher’s videos are told as such', async () => {
  const approved: catalog.Notice = { ...ready, id: '0198f3c2-7a1e-7d40-b1c9-00000000c003', kind: 'approved' };
  const sentBack: catalog.Notice = { ...failed, kind: 'sent_back', message: 'The title is too long.' };
  const other: catalog.Notice = {
    ...failed,
    id: '0198f3c2-7a1e-7d40-b1c9-00000000c004',
    videoId: '0198f3c2-7a1e-7d40-b1c9-00000000d004',
  };
  site.on(NOTICES, () => ({ notices: [sentBack] }));
  await visitAs(OLIVE);
  expect(await screen.findByText('“Lullaby” was sent back: The title is too long.')).toBeTruthy();
  site.on(NOTICES, () => ({ notices: [ready, approved, sentBack, other] }));
  await act(() => queryClient.invalidateQueries());
  expect(await screen.findByText('1 video was approved, 1 was sent back, 1 failed')).toBeTruthy();
});

test('a superadmin is told of problems of the site until they are dismissed, and that no mail could be sent', async () => {
  const toldAt = '2026-03-02T09:00:00.000Z';
  const away = {
    id: 'service-away' as const,
    severity: 'error' as const,
    about: 'game',
    sentence: 'The service game is not running, or fails.',
    remedy: 'Look at its log.',
    since: '2026-03-02T08:00:00.000Z',
    toldAt,
  };
  const telling = {
    ...{ id: ready.id, at: toldAt, began: [away], ended: [], to: ['olive'] },
    ...{ mail: 'failing' as const, webhook: null },
  };
  site.on(NOTICES, () => ({ notices: [] }));
  site.on(auth.getTold, () => ({
    recipients: { to: 'superadmins' as const, addresses: [] },
    webhook: null,
    hasMailServer: true,
    standing: [away, { ...away, about: 'auth', toldAt: null }],
    tellings: [telling],
  }));
  await visitAs(OLIVE);
  const line = await screen.findByText(/A problem of this site needs you/);
  expect(line.textContent).toContain('The mail about it could not be sent.');
  expect(screen.getByRole('link', { name: 'Status' }).getAttribute('href')).toBe('/status');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/A problem of this site/)).toBeNull();
  expect(localStorage.getItem('problems.dismissed')).toBe(toldAt);
});
