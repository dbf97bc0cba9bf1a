import type { catalog } from '@larksong/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { keepPlayerError } from '../../../parts/last-player-error.ts';
import { followPlayback } from './playback-report.ts';
import type { StreamState } from './stream.ts';

const SOURCE = '/hls/5b1c/master.m3u8';
const sent: Promise<catalog.Playback>[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.useFakeTimers({ toFake: ['performance'] });
  Object.assign(navigator, {
    sendBeacon(path: string, body: Blob) {
      const isAsAgreed = path === '/api/videos/playbacks' && body.type === 'application/json';
      if (!isAsAgreed) return false;
      sent.push(body.text().then((text) => JSON.parse(text) as catalog.Playback)); // checked below
      return true;
    },
  });
});
afterEach(() => void vi.useRealTimers());

/** Follows a playback in which these events happen; a number is a time in milliseconds. */
async function play(steps: (string | number)[], seen: Partial<StreamState> = { playing: '720p' }) {
  const video = document.createElement('video');
  const end = followPlayback(video, SOURCE, seen);
  for (const step of steps)
    if (typeof step === 'number') vi.advanceTimersByTime(step);
    else if (step === 'pagehide') window.dispatchEvent(new Event(step));
    else video.dispatchEvent(new Event(step));
  end();
  return Promise.all(sent);
}

test('a playback without a pause is smooth, and so is one with a pause too short to be seen', async () => {
  expect(await play([9000])).toEqual([{ result: 'smooth', rung: '720p' }]);
  sent.length = 0;
  expect(await play(['waiting', 300, 'playing', 9000])).toEqual([{ result: 'smooth', rung: '720p' }]);
});

test('a playback that waits for more data has stalled, also if it is left meanwhile', async () => {
  expect(await play(['waiting', 700, 'playing'])).toEqual([{ result: 'stalled', rung: '720p' }]);
  sent.length = 0;
  expect(await play(['waiting', 4000])).toEqual([{ result: 'stalled', rung: '720p' }]);
});

test('a playback is reported once, though the page is hidden before its end', async () => {
  expect(await play(['pagehide', 'waiting', 4000, 'pagehide'])).toEqual([{ result: 'smooth', rung: '720p' }]);
});

test('a stream that stopped has failed, for the reason that its player kept', async () => {
  keepPlayerError(SOURCE, { what: 'network', details: 'fragLoadError' });
  expect(await play([], { phase: 'stopped', playing: null })).toEqual([
    { result: 'failed', rung: 'unknown', error: 'network' },
  ]);
  sent.length = 0;
  keepPlayerError('/hls/other/master.m3u8', { what: 'media' });
  expect(await play([], { phase: 'impossible' })).toEqual([
    { result: 'failed', rung: 'unknown', error: 'other' },
  ]);
});
