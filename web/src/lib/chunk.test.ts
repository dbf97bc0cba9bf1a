import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { createChunk, prefetch, prefetchWhenIdle, useChunk, type CodeChunk } from './chunk.ts';

afterEach(cleanup);

/** Creates a chunk whose network is the test: each fetch waits for its response. */
function startNetwork() {
  const fetches: PromiseWithResolvers<string>[] = [];
  const chunk = createChunk(() => {
    const fetched = Promise.withResolvers<string>();
    fetches.push(fetched);
    return fetched.promise;
  });
  return {
    chunk,
    count: () => fetches.length,
    arrive: () => act(async () => fetches.at(-1)?.resolve('the code')),
    fail: () => act(async () => fetches.at(-1)?.reject(new Error('Failed to fetch'))),
  };
}

function use(chunk: CodeChunk<string>) {
  const { result } = renderHook(() => useChunk(chunk));
  return {
    now: () => ({ loaded: result.current.loaded, hasFailed: result.current.hasFailed }),
    retry: () => act(() => result.current.retry()),
  };
}

test('the code of a chunk is fetched once it is needed', async () => {
  const { chunk, arrive, count } = startNetwork();
  expect(count()).toBe(0);
  const { now } = use(chunk);
  expect(now()).toEqual({ loaded: undefined, hasFailed: false });
  await arrive();
  expect(now()).toEqual({ loaded: 'the code', hasFailed: false });
});

test('prefetched code is available at the first render and not fetched again', async () => {
  const { chunk, arrive, count } = startNetwork();
  prefetch(chunk);
  await arrive();
  const drawn: unknown[] = [];
  renderHook(() => drawn.push(useChunk(chunk).loaded));
  await act(async () => {});
  expect(drawn[0]).toBe('the code');
  expect(count()).toBe(1);
});

test('code that failed to load is reported, and another try may succeed', async () => {
  const { chunk, arrive, fail, count } = startNetwork();
  const { now, retry } = use(chunk);
  await fail();
  expect(now()).toEqual({ loaded: undefined, hasFailed: true });
  retry();
  expect(now()).toEqual({ loaded: undefined, hasFailed: false });
  expect(count()).toBe(2);
  await arrive();
  expect(now()).toEqual({ loaded: 'the code', hasFailed: false });
});

test('a failed prefetch of a chunk is not reported', async () => {
  const { chunk, arrive, fail } = startNetwork();
  prefetch(chunk);
  await fail();
  const { now } = use(chunk);
  expect(now()).toEqual({ loaded: undefined, hasFailed: false });
  await arrive();
  expect(now()).toEqual({ loaded: 'the code', hasFailed: false });
});

test('chunks that may wait are fetched together once nothing more was asked for, but not those that were stopped', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const [first, second, stopped] = [startNetwork(), startNetwork(), startNetwork()];
  const counts = () => [first, second, stopped].map(({ count }) => count());
  prefetchWhenIdle(first.chunk);
  const stop = prefetchWhenIdle(stopped.chunk);
  vi.advanceTimersByTime(2000);
  prefetchWhenIdle(second.chunk);
  stop();
  vi.advanceTimersByTime(2000);
  expect(counts()).toEqual([0, 0, 0]);
  vi.advanceTimersByTime(2000);
  expect(counts()).toEqual([1, 1, 0]);
});

describe('the style sheets of code that was fetched early', () => {
  function addStyleSheet(parent: Element): HTMLLinkElement {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    parent.append(sheet);
    onTestFinished(() => sheet.remove());
    return sheet;
  }

  /** Returns a chunk and the media of its style sheet, which is added to the page as those of the build are. */
  function startStyled() {
    const sheet = addStyleSheet(document.body);
    sheet.remove();
    const chunk = createChunk(async () => {
      document.head.append(sheet);
      return 'the code';
    });
    return { chunk, media: () => sheet.media };
  }

  async function idle() {
    await act(async () => vi.advanceTimersByTime(4000));
  }

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('do not apply before the code is used', async () => {
    const { chunk, media } = startStyled();
    prefetchWhenIdle(chunk);
    await idle();
    expect(media()).toBe('not all');
    expect(use(chunk).now().loaded).toBe('the code');
    expect(media()).toBe('all');
  });

  test('wait, but not those of the page itself, which may stand behind them', async () => {
    const own = addStyleSheet(document.body);
    prefetchWhenIdle(startStyled().chunk);
    await idle();
    expect(own.media).toBe('');
  });

  test('apply when other code is fetched that may need them', async () => {
    const { chunk, media } = startStyled();
    prefetchWhenIdle(chunk);
    await idle();
    prefetch(createChunk(async () => 'other code'));
    expect(media()).toBe('all');
  });

  test('apply at once if the code is fetched because somebody needs it', () => {
    const { chunk, media } = startStyled();
    prefetch(chunk);
    expect(media()).toBe('');
  });
});
