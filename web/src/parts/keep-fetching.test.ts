import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { createChunk } from '../lib/chunk.ts';
import { NO_ANSWER } from '../testing/answers.ts';
import { startSite, type TestSite } from '../testing/site.ts';
import { keepFetching } from './keep-fetching.ts';

let site: TestSite;

beforeEach(async () => {
  site = await startSite();
});
afterEach(async () => {
  vi.useRealTimers();
  await site[Symbol.asyncDispose]();
});

/** Returns code that arrives at the third try, and whether its page was reloaded until then. */
function fetchCode({ isReachable }: { isReachable: boolean }) {
  site.onFile('/healthz', () => (isReachable ? 'alive' : NO_ANSWER));
  let tries = 0;
  const chunk = createChunk(async () => {
    tries += 1;
    if (tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
    return 'code';
  });
  const reload = vi.fn<() => void>();
  const code = keepFetching(chunk, reload);
  return { code, reload, tries: () => tries };
}

/** The connection returns after the first failure. */
async function returnOnline(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve);
  });
  window.dispatchEvent(new Event('online'));
}

it('code that cannot be loaded is fetched again when the connection returns', async () => {
  const { code, reload, tries } = fetchCode({ isReachable: false });
  await returnOnline();
  expect(await code).toBe('code');
  expect(tries()).toBe(3);
  expect(reload).not.toHaveBeenCalled();
});

it('a page whose code the server does not have is reloaded', async () => {
  const { code, reload } = fetchCode({ isReachable: true });
  await returnOnline();
  expect(await code).toBe('code');
  expect(reload).toHaveBeenCalledOnce();
});
