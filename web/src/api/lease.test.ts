import { beforeEach, describe, expect, it } from 'vitest';

import { withLease } from './lease.ts';

beforeEach(() => localStorage.clear());

/** Resolves after all tasks that are due now. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
}

describe('withLease', () => {
  it('a lease has one holder at a time, even if many request it at once', async () => {
    let inside = 0;
    let most = 0;
    let done = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await turn();
      inside -= 1;
      done += 1;
      // The browser reports a removal to other tabs only; within one page the test must.
      setTimeout(() => window.dispatchEvent(new StorageEvent('storage', { key: 'one.lease' })));
    };
    await Promise.all(Array.from({ length: 4 }, () => withLease('one', work)));
    expect({ most, done }).toEqual({ most: 1, done: 4 });
  });

  it('a lease is released after work, also if the work failed', async () => {
    await expect(withLease('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(localStorage.getItem('one.lease')).toBeNull();
    expect(await withLease('one', async () => 7)).toBe(7);
  });

  it('a lease is taken over from a tab that died, and one from a clock set back is ignored', async () => {
    localStorage.setItem('one.lease', `other ${Date.now() + 80}`);
    expect(await withLease('one', async () => 'taken')).toBe('taken');
    localStorage.setItem('one.lease', `other ${Date.now() + 86_400_000}`);
    expect(await withLease('one', async () => 'taken')).toBe('taken');
  });
});
