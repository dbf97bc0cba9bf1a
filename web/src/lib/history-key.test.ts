import { afterEach, expect, it } from 'vitest';

import { keyFirstEntry } from './history-key.ts';

const keyNow = () => (window.history.state as { key?: string } | null)?.key;

afterEach(() => window.history.replaceState(null, ''));

it('a page opened by its address has a unique key, which a reload keeps', () => {
  keyFirstEntry();
  const first = keyNow();
  expect(first).toMatch(/^first-/);
  keyFirstEntry();
  expect(keyNow()).toBe(first);
  window.history.replaceState({ usr: { from: 'mail' } }, '');
  keyFirstEntry();
  expect(keyNow()).not.toBe(first);
  expect(window.history.state).toMatchObject({ usr: { from: 'mail' } });
});
