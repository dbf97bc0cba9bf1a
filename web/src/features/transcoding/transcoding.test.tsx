import { setTimeout } from 'node:timers/promises';

import { catalog, type Data } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, waitForElementToBeRemoved, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { renderSite } from '../../testing/render.tsx';
import { OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure, malformed, NO_ANSWER } from '../../testing/answers.ts';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { EMPTY_STATUS as EMPTY, FAILED as failed, WORKING as working } from '../../testing/transcoding.ts';
import { signIn, signOut } from '../auth/session.ts';

const STATUS = catalog.getTranscodingStatus;
const NOW = new Date().toISOString();
const queued: catalog.ProcessingVideo = {
  ...working,
  id: '0198f3c2-7a1e-7d40-b1c9-000000000002',
  title: 'How Many Fish?',
  queuePosition: 2,
  playable: false,
  rungs: [],
  speed: null,
  secondsLeft: null,
};
const DELETE = at(catalog.deleteVideo, { id: failed.id });

const user = userEvent.setup();
let site: TestSite;

beforeEach(async () => {
  site = await startSite();
});

afterEach(async () => {
  await act(() => signOut());
  cleanup();
  await site[Symbol.asyncDispose]();
});

async function visit(status: Partial<Data<typeof STATUS>>): Promise<void> {
  site.on(STATUS, () => ({ ...EMPTY, ...status }));
  renderSite('/transcoding');
  await screen.findByRole('heading', { level: 1 });
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  await screen.findByRole('heading', { name: 'Transcoding Status' });
}

test('an empty dashboard uses the specification’s words', async () => {
  await visit({});
  expect(await screen.findByText('No videos currently processing')).toBeTruthy();
  expect(screen.getByText('No completed videos yet')).toBeTruthy();
  expect(screen.queryByText('Recently Failed')).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Auto-refresh (5s)' }).checked).toBe(true);
});

test('workers without a sandbox are reported', async () => {
  await visit({ workers: { count: 2, withoutSandbox: 1, list: [] } });
  expect(await screen.findByText(/ffmpeg runs without its sandbox on 1 of 2 workers\./)).toBeTruthy();
  expect(screen.getByText(/docs\/operations\/sandbox\.md/)).toBeTruthy();
});

test('a video being processed shows its progress, and a link once it is playable', async () => {
  await visit({ processingCount: 2, processing: [working, queued] });
  const job = within((await screen.findByRole('heading', { name: 'The Lark' })).closest('article')!);
  for (const text of ['2 min elapsed', '1.8×', 'about 40 s left', working.id, '41 %'])
    expect(job.getByText(text)).toBeTruthy();
  expect(job.getByRole('progressbar', { name: '720p' }).getAttribute('value')).toBe('410');
  expect(job.getByRole('link', { name: 'Ready to watch' }).getAttribute('href')).toBe(
    `/songs?v=${working.id}`,
  );
  expect(screen.getByText('Waiting, 2nd in line')).toBeTruthy();
});

test('waiting videos are rows in the order of their turns, apart from those in progress, with the rest collapsed', async () => {
  const { id, ...rest } = queued;
  const first = {
    ...rest,
    id: id.replace(/2$/, '9'),
    title: 'Five Ducks',
    queuePosition: 1,
    secondsLeft: 130,
  };
  await visit({ processingCount: 3, processing: [queued, working, first] });
  const waiting = within(await screen.findByRole('region', { name: 'Waiting 2' }));
  const rows = waiting.getAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('summary')?.textContent)).toEqual([
    'Five DucksWaiting, 1st in line, about 3 min',
    'How Many Fish?Waiting, 2nd in line',
  ]);
  expect(waiting.queryByText('The Lark')).toBeNull();
  const details = rows[0]!.querySelector('details')!;
  expect(details.open).toBe(false);
  await user.click(within(details).getByText('Five Ducks'));
  expect(details.open).toBe(true);
  expect(within(details).getByRole('button', { name: 'Stop Five Ducks' })).toBeTruthy();
  expect(within(details).getByText(first.id)).toBeTruthy();
});

test('waiting videos after the eighth are folded, with their number and the time until the last is ready', async () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    ...queued,
    id: `0198f3c2-7a1e-7d40-b1c9-0000000001${String(index).padStart(2, '0')}`,
    title: `Song ${index + 1}`,
    queuePosition: index + 1,
    secondsLeft: (index + 1) * 28,
  }));
  await visit({ processingCount: 30, processing: many });
  const waiting = within(await screen.findByRole('region', { name: 'Waiting 30' }));
  expect(waiting.getAllByRole('listitem')).toHaveLength(8);
  await user.click(waiting.getByRole('button', { name: '22 more waiting, about 14 min' }));
  expect(waiting.getAllByRole('listitem')).toHaveLength(30);
  await user.click(waiting.getByRole('button', { name: 'Show fewer', expanded: true }));
  expect(waiting.getAllByRole('listitem')).toHaveLength(8);
});

test('failures come first, three of them until all are requested', async () => {
  const many = [1, 2, 3, 4, 5].map((number) => ({
    ...failed,
    id: failed.id.replace(/3$/, String(number)),
    title: `Song ${number}`,
  }));
  await visit({
    processingCount: 1,
    processing: [working],
    recentlyFailed: many,
    failureCounts: [{ failureCode: 'cut-off', count: 5 }],
  });
  await screen.findByRole('heading', { name: 'Song 1' });
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings.slice(0, 2)).toEqual(['Recently Failed', 'Currently Processing 1']);
  expect(screen.getByText('latest 3 of 5')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Song 4' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show all 5' }));
  expect(screen.getByRole('heading', { name: 'Song 5' })).toBeTruthy();
});

test('videos in processing that are not listed are counted', async () => {
  await visit({ processingCount: 12, processing: [working, queued] });
  expect(await screen.findByText('10 more, uploaded later, are not listed.')).toBeTruthy();
});

test('a completed video shows its length and resolutions', async () => {
  const completed: catalog.CompletedVideo = {
    id: failed.id,
    title: 'Lullaby',
    createdAt: NOW,
    completedAt: NOW,
    duration: 151,
    resolutions: ['720p', '480p'],
  };
  await visit({ recentlyCompleted: [completed] });
  const item = (await screen.findByText('Lullaby')).closest('li')!;
  expect(item.querySelector('summary')?.textContent).toBe('Lullaby2:31Ready');
  expect(item.querySelector('details')?.open).toBe(false);
  for (const text of [/^Completed today/, '720p, 480p', completed.id])
    expect(within(item).getByText(text)).toBeTruthy();
  expect(within(item).getByRole('link', { name: 'Watch' }).getAttribute('href')).toBe(
    `/songs?v=${failed.id}`,
  );
});

test('the dashboard is polled while auto-refresh is on', async () => {
  await visit({});
  await screen.findByText('No videos currently processing');
  site.on(STATUS, () => ({ ...EMPTY, processingCount: 1, processing: [working] }));
  expect(await screen.findByRole('heading', { name: 'The Lark' }, { timeout: 8_000 })).toBeTruthy();
}, 15_000);

test('a failed video shows a collapsed log and can be retried', async () => {
  const RETRY = at(catalog.retryVideo, { id: failed.id });
  await visit({ recentlyFailed: [{ ...failed, processingLog: 'moov atom not found' }] });
  const log = await screen.findByText('moov atom not found');
  expect(log.closest('details')?.open).toBe(false);
  site.on(RETRY, () => failure('CONFLICT', 'Only a failed video can be tried again.'));
  await user.click(screen.getByRole('button', { name: 'Retry Lullaby' }));
  expect(await screen.findByText('Only a failed video can be tried again.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  site.on(RETRY, () => {
    site.on(STATUS, () => ({
      ...EMPTY,
      processingCount: 1,
      processing: [{ ...queued, id: failed.id, title: 'Lullaby' }],
    }));
  });
  await user.click(await screen.findByRole('button', { name: 'Retry Lullaby' }));
  expect(await screen.findByText('Waiting, 2nd in line')).toBeTruthy();
  expect(screen.queryByText('Recently Failed')).toBeNull();
  // the pressed button is gone
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Transcoding Status' }));
});

test('what can be read of a damaged file can be published from the dashboard', async () => {
  const ACCEPT = at(catalog.acceptReadable, { id: failed.id });
  const readable = { seconds: 663, endSeconds: 725 };
  await visit({ recentlyFailed: [{ ...failed, failureCode: 'damaged', readable }] });
  const name = 'Publish the 11 minutes that could be read: Lullaby';
  site.on(ACCEPT, () => failure('CONFLICT', 'No part of this video can be published.'));
  await user.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText('No part of this video can be published.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'OK' }));
  site.on(ACCEPT, () => {
    site.on(STATUS, () => ({ ...EMPTY, processingCount: 1, processing: [{ ...queued, id: failed.id }] }));
  });
  await user.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText('Waiting, 2nd in line')).toBeTruthy();
});

test.each([
  ['being processed', { processingCount: 1, processing: [working] }],
  ['completed', { recentlyCompleted: [{ ...working, completedAt: NOW, duration: 60, resolutions: [] }] }],
])('a video that is %s can be deleted', async (_, status) => {
  const GONE = at(catalog.deleteVideo, { id: working.id });
  await visit(status);
  site.on(GONE, () => {
    site.on(STATUS, () => EMPTY);
  });
  await user.click(await screen.findByRole('button', { name: 'Delete The Lark' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('The Lark')).toBeNull());
  expect(site.count(GONE)).toBe(1);
});

test('a completed video can be edited from the dashboard', async () => {
  await visit({ recentlyCompleted: [{ ...working, completedAt: NOW, duration: 60, resolutions: [] }] });
  expect(await screen.findByRole('button', { name: 'Edit The Lark' })).toBeTruthy();
});

test('a hidden tab makes no calls, and refreshes as soon as it is visible', async () => {
  let state = 'visible';
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
  try {
    await visit({});
    await screen.findByText('No videos currently processing');
    state = 'hidden';
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    const before = site.count(STATUS);
    await setTimeout(5_500); // longer than the polling interval
    expect(site.count(STATUS)).toBe(before);
    site.on(STATUS, () => ({ ...EMPTY, processingCount: 1, processing: [working] }));
    state = 'visible';
    for (const target of [document, window])
      act(() => void target.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByRole('heading', { name: 'The Lark' })).toBeTruthy();
  } finally {
    Reflect.deleteProperty(document, 'visibilityState');
  }
}, 15_000);

describe('deleting a failed video', () => {
  async function requestDeletion(): Promise<void> {
    await user.click(await screen.findByRole('button', { name: 'Delete Lullaby' }));
    const question = within(await screen.findByRole('alertdialog'));
    question.getByText('Lullaby');
    question.getByText('Are you sure you want to delete this video? This action cannot be undone.');
    await user.click(question.getByRole('button', { name: 'Delete' }));
  }

  test('deleting a failed video asks first and shows that it is busy until the video is gone', async () => {
    await visit({ recentlyFailed: [failed] });
    expect(await screen.findByText('The file is cut off.')).toBeTruthy();
    const held = Promise.withResolvers<undefined>();
    site.on(DELETE, () => held.promise);
    await requestDeletion();
    expect(await screen.findByRole('button', { name: 'Deleting...' })).toBeTruthy();
    site.on(STATUS, () => EMPTY);
    const heading = screen.getByText('Recently Failed');
    held.resolve(undefined);
    await waitForElementToBeRemoved(heading);
  });

  test('a video is not deleted unless the question is confirmed', async () => {
    await visit({ recentlyFailed: [failed] });
    await user.click(await screen.findByRole('button', { name: 'Delete Lullaby' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(site.count(DELETE)).toBe(0);
  });

  test.each([
    ['a refusal', failure('UNAVAILABLE', 'Storage is away.'), 'Failed to delete video: Storage is away.'],
    ['no reason', malformed(500, {}), 'Failed to delete video: Unknown error'],
    ['no answer', NO_ANSWER, 'Failed to delete video'],
  ])('a deletion that fails with %s is reported', async (_, reply, sentence) => {
    await visit({ recentlyFailed: [failed] });
    site.on(DELETE, () => reply);
    await requestDeletion();
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Delete Lullaby', hidden: true })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'OK' }));
  });
});
