import { describe, expect, it } from 'vitest';

import { cached } from './cached.ts';

describe('cached', () => {
  it('simultaneous and repeated calls share one reading', async () => {
    let readings = 0;
    const get = cached(async () => (readings += 1), { keepMs: 60_000, waitMs: 1000 });
    expect(await Promise.all([get(), get()])).toEqual([1, 1]);
    expect(await get()).toBe(1);
  });

  it('a result that takes too long is missing at first and returned by a later call', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const get = cached(() => promise, { keepMs: 60_000, waitMs: 1 });
    expect(await get()).toBeUndefined();
    resolve('read');
    expect(await get()).toBe('read');
  });

  it('a failed reading is repeated by the next call, and the previous result is returned meanwhile', async () => {
    const answers = [() => 'first', () => Promise.reject(new Error('away')), () => 'third'];
    const get = cached(async () => answers.shift()?.(), { keepMs: 0, waitMs: 1000 });
    expect([await get(), await get(), await get()]).toEqual(['first', 'first', 'third']);
  });
});
