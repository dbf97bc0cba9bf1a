import { afterEach, expect, it } from 'vitest';

import { toReadingKey } from './direction.ts';

afterEach(() => document.documentElement.removeAttribute('dir'));

it('arrow keys are mirrored on a page from right to left only', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home'];
  expect(keys.map(toReadingKey)).toEqual(keys);
  document.documentElement.dir = 'rtl';
  expect(keys.map(toReadingKey)).toEqual(['ArrowRight', 'ArrowLeft', 'ArrowUp', 'Home']);
});
