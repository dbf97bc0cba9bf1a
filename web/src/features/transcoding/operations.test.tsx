import { catalog, FAILURE_CODES, type Data } from '@larksong/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { text } from '../../lib/texts.ts';
import { MIRA, OLIVE, tokensOf } from '../../testing/accounts.ts';
import { failure } from '../../testing/answers.ts';
import { renderSite } from '../../testing/render.tsx';
import { at, startSite, type TestSite } from '../../testing/site.ts';
import { EMPTY_STATUS, FAILED, WORKER, WORKING } from '../../testing/transcoding.ts';
import { signIn, signOut } from '../auth/session.ts';

const STATUS = catalog.getTranscodingStatus;
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

function show(status: Partial<Data<typeof STATUS>>): void {
  site.on(STATUS, () => ({ ...EMPTY_STATUS, ...status }));
}

async function visit(status: Partial<Data<typeof STATUS>>): Promise<void> {
  show(status);
  renderSite('/transcoding');
  await screen.findByRole('heading', { level: 1 });
  act(() => signIn({ ...tokensOf(OLIVE), user: OLIVE }));
  await screen.findByRole('heading', { name: 'Queue' });
}

const regionOf = async (name: string | RegExp) => within(await screen.findByRole('region', { name }));
const itemOf = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest<HTMLElement>('li, article')!);

describe('the workers', () => {
  test('a busy worker shows what it is working on, and its machine', async () => {
    const unit: catalog.WorkerUnit = {
      videoId: WORKING.id,
      title: 'The Lark',
      stage: 'Encoding video',
      span: { startSeconds: 4, endSeconds: 32 },
      elapsedSeconds: 12,
    };
    const busy: catalog.Worker = { ...WORKER, state: 'busy', units: [unit], activeSounds: 1 };
    await visit({ workers: { count: 1, withoutSandbox: 0, list: [busy] } });
    const worker = await itemOf('transcoder-1');
    for (const text of ['Busy', 'on barn', 'version 0.1.0', 'ffmpeg 7.1', 'processor 25 %'])
      expect(worker.getByText(text)).toBeTruthy();
    expect(worker.getByText('memory 3.1 GB of 16 GB')).toBeTruthy();
    expect(worker.getByText(/^Encoding video, 0:04–0:32 of/).textContent).toBe(
      'Encoding video, 0:04–0:32 of The Lark for 12 s',
    );
    expect(worker.getByText('Preparing a sound for the memory game')).toBeTruthy();
  });

  test('workers that are gone say since when, and show no load', async () => {
    const list: catalog.Worker[] = [
      { ...WORKER, id: 'b', name: 'Gone', state: 'vanished', silentSeconds: 25 },
      { ...WORKER, id: 'c', name: 'Ended', state: 'stopped', silentSeconds: 70 },
      { ...WORKER, id: 'd', name: 'Old', host: null, version: null, ffmpegVersion: null, load: null },
    ];
    await visit({ workers: { count: 1, withoutSandbox: 0, list } });
    const gone = await itemOf('Gone');
    expect(gone.getByText('Not responding')).toBeTruthy();
    expect(gone.getByText('Last seen 25 s ago')).toBeTruthy();
    expect(gone.queryByText(/processor/)).toBeNull();
    const ended = await itemOf('Ended');
    expect(ended.getByText('Stopped')).toBeTruthy();
    expect(ended.getByText('Last seen 1 min 10 s ago')).toBeTruthy();
    expect((await itemOf('Old')).getByText(/^since today/)).toBeTruthy();
  });

  test('videos that wait without any worker are pointed out', async () => {
    const workers = { count: 0, withoutSandbox: 0, list: [] };
    await visit({ workers, processingCount: 1, processing: [WORKING] });
    expect(screen.getByRole('status').textContent).toContain('No worker is running.');
  });
});

describe('the queue', () => {
  const now = '2026-11-21T10:00:30.000Z';
  const samples: catalog.QueueSample[] = [
    { at: '2026-11-21T09:10:00.000Z', waiting: 12, oldestSeconds: 300 },
    { at: '2026-11-21T10:00:00.000Z', waiting: 4, oldestSeconds: 125 },
  ];
  const queue: catalog.Queue = { waiting: 4, running: 2, oldestSeconds: 125, secondsLeft: 185, now, samples };

  test('the queue shows its figures, and the last hour as a chart and as a table', async () => {
    await visit({ queue });
    const panel = await regionOf('Queue');
    const figures = panel.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(figures).toEqual(['4', '2', '2 min 10 s', 'about 3 min 10 s']);
    const [length, age] = panel.getAllByRole('img').map((chart) => chart.getAttribute('aria-label'));
    expect(length).toMatch(/^Parts waiting in the last hour: 4 at \d+:00, at most 12 at \d+:10$/);
    expect(age).toMatch(/^Longest wait in the last hour: 2 min 10 s at .*, at most 5 min at .*$/);
    await user.click(panel.getByText('The last hour as a table'));
    const rows = panel.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual([
      'TimeParts waitingLongest wait',
      expect.stringMatching(/:0042 min 10 s$/),
      expect.stringMatching(/:10125 min$/),
    ]);
  });

  test('an empty queue without samples says so', async () => {
    await visit({});
    const panel = await regionOf('Queue');
    expect(panel.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '0',
      '0',
      'none',
    ]);
    expect(panel.getAllByRole('img')[0]?.getAttribute('aria-label')).toBe(
      'Parts waiting in the last hour: nothing was recorded',
    );
    expect(panel.queryByRole('table')).toBeNull();
  });
});

describe('a video being processed', () => {
  test('a video being processed shows its setbacks, and one bar while its sizes are together', async () => {
    const video: catalog.ProcessingVideo = {
      ...WORKING,
      rungs: [
        { resolution: '720p', share: 0.4 },
        { resolution: '360p', share: 0.44 },
      ],
      share: 0.42,
      attempt: 2,
      failureCount: 1,
      lostWorkerCount: 1,
      lastProblem: 'The worker ran out of space.',
    };
    await visit({ processingCount: 1, processing: [video] });
    const job = await itemOf('The Lark');
    for (const text of ['Attempt 2', '1 failed try', '1 lost worker', '42 % done'])
      expect(job.getByText(text)).toBeTruthy();
    expect(job.getByText('Trying again: The worker ran out of space.')).toBeTruthy();
    const bars = job.getAllByRole('progressbar');
    expect(bars.map((bar) => [bar.getAttribute('aria-label'), bar.getAttribute('value')])).toEqual([
      ['720p, 360p', '420'],
    ]);
  });

  const CANCEL = at(catalog.cancelVideo, { id: WORKING.id });

  test('a video that is cancelled after a confirmation counts as stopped, not as failed', async () => {
    await visit({ processingCount: 1, processing: [WORKING] });
    const held = Promise.withResolvers<undefined>();
    site.on(CANCEL, async () => {
      await held.promise;
    });
    await user.click(await screen.findByRole('button', { name: 'Stop The Lark' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Keep processing' }));
    await user.click(question.getByRole('button', { name: 'Stop processing' }));
    expect(await screen.findByRole('button', { name: 'Stopping...' })).toBeTruthy();
    const cancelled = { ...FAILED, id: WORKING.id, title: 'The Lark', processingError: 'Cancelled' };
    const stoppedBy = { id: OLIVE.id, name: 'olive' };
    show({
      recentlyFailed: [{ ...cancelled, failureCode: 'cancelled', stoppedBy }],
      failureCounts: [{ failureCode: 'cancelled', count: 1 }],
    });
    held.resolve(undefined);
    const stopped = await regionOf('Stopped 1');
    expect(stopped.getByText('Stopped by you').className).toBe('badge');
    expect(screen.queryByText(/failed/i)).toBeNull();
    site.on(at(catalog.retryVideo, { id: WORKING.id }), () => show({ processing: [WORKING] }));
    expect(site.count(CANCEL)).toBe(1);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Transcoding Status' }));
    await user.click(stopped.getByRole('button', { name: 'Continue The Lark' }));
    expect(await screen.findByRole('button', { name: 'Stop The Lark' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Stopped 1' })).toBeNull();
  });

  test.each([
    [{ id: MIRA.id, name: 'mira' }, 'Stopped by mira'],
    [null, 'Stopped'],
  ])('a video that was stopped by %o says so', async (stoppedBy, text) => {
    await visit({ recentlyFailed: [{ ...FAILED, failureCode: 'cancelled', stoppedBy }] });
    expect(await screen.findByText(text, { selector: '.badge' })).toBeTruthy();
  });

  test('processing of a video continues if the question is declined, and a refusal is shown', async () => {
    await visit({ processingCount: 1, processing: [WORKING] });
    await user.click(await screen.findByRole('button', { name: 'Stop The Lark' }));
    await user.click(await screen.findByRole('button', { name: 'Keep processing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(site.count(CANCEL)).toBe(0);
    site.on(CANCEL, () => failure('CONFLICT', 'Only a video in processing can be cancelled.'));
    await user.click(screen.getByRole('button', { name: 'Stop The Lark' }));
    await user.click(await screen.findByRole('button', { name: 'Stop processing' }));
    expect(await screen.findByText('Only a video in processing can be cancelled.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'OK' }));
  });
});

describe('failed videos', () => {
  test('failed videos are grouped by cause, with the number of all that failed for it', async () => {
    const other = { ...FAILED, id: '0198f3c2-7a1e-7d40-b1c9-000000000004', title: 'Frogs' };
    const damaged: catalog.FailedVideo = {
      ...FAILED,
      id: '0198f3c2-7a1e-7d40-b1c9-000000000005',
      title: 'Ducks',
      failureCode: 'damaged',
      lostWorkerCount: 2,
    };
    await visit({
      recentlyFailed: [FAILED, damaged, other],
      failureCounts: [
        { failureCode: 'cut-off', count: 12 },
        { failureCode: 'damaged', count: 1 },
        { failureCode: 'storage', count: 7 },
      ],
    });
    const failed = await regionOf('Recently Failed');
    expect(failed.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Cut off latest 2 of 12',
      'Damaged file 1',
    ]);
    expect(failed.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
      'Lullaby',
      'Frogs',
      'Ducks',
    ]);
    expect((await itemOf('Ducks')).getByText('2 lost workers')).toBeTruthy();
    expect(failed.getByText('Storage problem: 7 earlier')).toBeTruthy();
  });

  test('every cause of failures has a heading on the dashboard', () => {
    const headings = FAILURE_CODES.map((code) => text(`jobs.cause-${code}`));
    expect(headings.filter((heading) => !heading.startsWith('jobs.'))).toHaveLength(FAILURE_CODES.length);
  });
});
