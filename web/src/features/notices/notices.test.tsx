import { catalog, game } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { queryClient } from '../../api/query-client.ts';
import { addProcessingUpload } from '../../lib/processing-uploads.ts';
import { renderSite } from '../../testing/render.tsx';
import { MIRA, OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { startSite, type TestSite } from '../../testing/site.ts';
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
  return page;
}

/** Large enough for more than one notice. */
const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: object) => void } }; // see vitest.config.ts
happyDOM.setViewport({ width: 1280, height: 900 });

/** Returns the client's polling interval in milliseconds. */
function pauseMs(): unknown {
  const [query] = queryClient.getQueryCache().findAll({ queryKey: ['listNotices'] });
  return query?.observers[0]?.options.refetchInterval;
}

test('a superadmin sees the outcome of uploads on any page', async () => {
  await visitAs(OLIVE);
  const region = within(await screen.findByRole('region', { name: 'Notices' }));
  const text = await region.findByText('“The Lark” is ready to watch.');
  expect(text.closest('[aria-live="polite"]')).toBeTruthy();
  expect(region.getByText('“Lullaby” could not be processed: The file is cut off.')).toBeTruthy();
  expect(region.getByRole('link', { name: 'Watch' }).getAttribute('href')).toBe(`/songs?v=${ready.videoId}`);
  expect(region.getByRole('link', { name: 'Transcoding Status' }).getAttribute('href')).toBe('/transcoding');
});

test('only superadmins fetch notices', async () => {
  await visitAs(MIRA);
  await screen.findByText('This is the You page');
  expect(site.count(NOTICES)).toBe(0);
  expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull();
});

test('a dismissed notice disappears for good, the others stay on the next page', async () => {
  await visitAs(OLIVE);
  await screen.findByText('“The Lark” is ready to watch.');
  await user.click(screen.getByRole('link', { name: /Larksong/ }));
  await screen.findByRole('heading', { name: 'Memory Game' });
  expect(screen.getByText('“The Lark” is ready to watch.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Dismiss: The Lark' }));
  expect(screen.queryByText('“The Lark” is ready to watch.')).toBeNull();
  expect(screen.getByText(/^“Lullaby”/)).toBeTruthy();
  await waitFor(() => expect(site.bodies(READ)).toEqual([{ ids: [ready.id] }]));
});

test('Escape dismisses the focused notice and moves the focus to the next one', async () => {
  await visitAs(OLIVE);
  const dismiss = await screen.findByRole('button', { name: 'Dismiss: The Lark' });
  act(() => dismiss.focus());
  await user.keyboard('{Escape}');
  expect(dismiss.isConnected).toBe(false);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Dismiss: Lullaby' }));
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  await waitFor(() => expect(site.bodies(READ)).toHaveLength(2));
  // two simultaneous calls may arrive in any order
  expect(site.bodies(READ)).toEqual(expect.arrayContaining([{ ids: [ready.id] }, { ids: [failed.id] }]));
});

test('following the link of a notice dismisses it', async () => {
  site.on(catalog.getVideo, () => failure('VIDEO_NOT_FOUND'));
  const page = await visitAs(OLIVE);
  await user.click(await screen.findByRole('link', { name: 'Watch' }));
  await waitFor(() => expect(page.address()).toBe(`/songs?v=${ready.videoId}`));
  expect(screen.queryByText('“The Lark” is ready to watch.')).toBeNull();
  await waitFor(() => expect(site.bodies(READ)).toEqual([{ ids: [ready.id] }]));
});

test('a notice that another tab dismissed disappears as soon as this tab is visible', async () => {
  await visitAs(OLIVE);
  await screen.findByText('“The Lark” is ready to watch.');
  site.on(NOTICES, () => ({ notices: [failed] }));
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByText('“The Lark” is ready to watch.')).toBeNull());
  expect(screen.getByText(/^“Lullaby”/)).toBeTruthy();
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

test('two notices are shown at once, and all can be dismissed', async () => {
  const many = Array.from({ length: 5 }, (_, at) => ({ ...ready, id: `${ready.id.slice(0, -1)}${at}` }));
  site.on(NOTICES, () => ({ notices: many }));
  await visitAs(OLIVE);
  expect(await screen.findByText('3 more')).toBeTruthy();
  expect(screen.getAllByText('“The Lark” is ready to watch.')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Dismiss all' }));
  expect(screen.queryByText('“The Lark” is ready to watch.')).toBeNull();
  await waitFor(() => expect(site.bodies(READ)).toEqual([{ ids: many.map(({ id }) => id) }]));
});
