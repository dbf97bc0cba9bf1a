import HlsEngine, { ErrorDetails, ErrorTypes, Events } from 'hls.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { recoverFromErrors } from './hls-recovery.ts';
import type { Outage } from './stream.ts';

const SOURCE = '/hls/1/master.m3u8';
let hls: HlsEngine;
let stop: () => void;
let done: string[];
let said: (Outage | null)[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockReturnValue(); // keeps provoked errors out of the log
  done = [];
  said = [];
  hls = new HlsEngine();
  vi.spyOn(hls, 'startLoad').mockImplementation(() => void done.push('load'));
  vi.spyOn(hls, 'loadSource').mockImplementation((source) => void done.push(source));
  vi.spyOn(hls, 'recoverMediaError').mockImplementation(() => void done.push('recover'));
  stop = recoverFromErrors(hls, {
    source: SOURCE,
    onGiveUp: () => done.push('give up'),
    onOutage: (outage) => said.push(outage),
  });
});

afterEach(() => {
  stop();
  hls.destroy();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Failure {
  status?: number;
  fatal?: boolean;
  details?: ErrorDetails;
}

function fail(type: ErrorTypes, options: Failure = {}): void {
  const { status, fatal = true, details = ErrorDetails.UNKNOWN } = options;
  hls.trigger(Events.ERROR, {
    type,
    details,
    fatal,
    error: new Error('provoked'),
    ...(status === undefined ? {} : { response: { code: status, url: SOURCE } }),
  });
}

function haveManifest(): void {
  const manifest = { levels: [], audioTracks: [], subtitleTracks: [], firstLevel: -1 };
  hls.emit(Events.MANIFEST_PARSED, Events.MANIFEST_PARSED, manifest as never); // its content does not matter
}

function haveSegment(): void {
  const loaded = { frag: { type: 'main', sn: 1, stats: { loading: {} }, duration: 4 }, part: null };
  hls.emit(Events.FRAG_LOADED, Events.FRAG_LOADED, loaded as never); // its content does not matter
}

describe('the network', () => {
  test('loading is retried after a pause, from the manifest if that never arrived', () => {
    fail(ErrorTypes.NETWORK_ERROR);
    vi.advanceTimersByTime(999);
    expect(done).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(done).toEqual([SOURCE]);
  });

  test('loading continues from a known manifest, with growing pauses', () => {
    haveManifest();
    fail(ErrorTypes.NETWORK_ERROR, { status: 503 });
    vi.advanceTimersByTime(1_000);
    fail(ErrorTypes.NETWORK_ERROR);
    vi.advanceTimersByTime(1_999);
    expect(done).toEqual(['load']);
    vi.advanceTimersByTime(1);
    expect(done).toEqual(['load', 'load']);
  });

  test('loading is retried once as soon as the browser is online', () => {
    haveManifest();
    fail(ErrorTypes.NETWORK_ERROR);
    window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(60_000);
    expect(done).toEqual(['load']);
  });

  test.each([403, 404, 410])('the player gives up after a response with the status %d', (status) => {
    fail(ErrorTypes.NETWORK_ERROR, { status });
    vi.advanceTimersByTime(60_000);
    expect(done).toEqual(['give up']);
  });

  test('the network counts as lost until something is loaded', () => {
    haveManifest();
    said.length = 0;
    fail(ErrorTypes.NETWORK_ERROR);
    expect(said).toEqual(['network']);
    haveSegment();
    expect(said).toEqual(['network', null]);
    haveSegment();
    expect(said).toEqual(['network', null]);
  });

  test('the network counts as lost as soon as a request gets no response or the browser is offline', () => {
    fail(ErrorTypes.NETWORK_ERROR, { status: 0, fatal: false });
    haveSegment();
    window.dispatchEvent(new Event('offline'));
    fail(ErrorTypes.NETWORK_ERROR, { status: 0, fatal: false });
    window.dispatchEvent(new Event('online'));
    expect(said).toEqual(['network', null, 'network', null]);
    expect(done).toEqual([]);
  });

  test.each([
    ['fails to serve a segment', { status: 500, fatal: false }],
    ['fails for good', { status: 503 }],
    ['is silent', { details: ErrorDetails.FRAG_LOAD_TIMEOUT, fatal: false }],
  ])('a site that %s is not taken for a lost connection, unless the browser is offline', (_, failure) => {
    haveManifest();
    fail(ErrorTypes.NETWORK_ERROR, failure);
    haveSegment();
    expect(said).toEqual(['site', null]);
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fail(ErrorTypes.NETWORK_ERROR, { ...failure, fatal: true });
    online.mockRestore();
    expect(said).toEqual(['site', null, 'network']);
  });

  test('nothing is retried after the end of playback', () => {
    fail(ErrorTypes.NETWORK_ERROR);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(done).toEqual([]);
  });
});

test('media errors are recovered at most once in 5 s', () => {
  fail(ErrorTypes.MEDIA_ERROR);
  vi.advanceTimersByTime(5_000);
  fail(ErrorTypes.MEDIA_ERROR);
  vi.advanceTimersByTime(4_999);
  fail(ErrorTypes.MEDIA_ERROR);
  expect(done).toEqual(['recover', 'recover', 'give up']);
});

test('other fatal errors stop the player, and errors that are not fatal are ignored', () => {
  fail(ErrorTypes.OTHER_ERROR, { fatal: false });
  expect(done).toEqual([]);
  fail(ErrorTypes.OTHER_ERROR);
  expect(done).toEqual(['give up']);
});
