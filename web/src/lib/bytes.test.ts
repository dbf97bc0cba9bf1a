import { formatBytes as formatInEnglish, type Language } from '@larksong/contracts';
import { afterAll, expect, test } from 'vitest';

import { countInUnitOf, formatBytes, formatBytesPerSecond } from './bytes.ts';
import { showLanguage } from './texts.ts';

afterAll(() => showLanguage('en'));

test.each([0, 999, 1000, 99_949, 99_950, 12_400_000, 999_600_000, 3_000_000_000_000_000])(
  'formatBytes writes %d in English as the rest of the site',
  async (bytes) => {
    await showLanguage('en');
    expect(formatBytes(bytes)).toBe(formatInEnglish(bytes));
  },
);

test.each<[Language, string[]]>([
  ['en', ['12.4 MB', '3 GB', '3.1 MB/s']],
  ['de', ['12,4 MB', '3 GB', '3,1 MB/s']],
  ['fr', ['12,4 Mo', '3 Go', '3,1 Mo/s']],
  ['uk', ['12,4 МБ', '3 ГБ', '3,1 МБ/с']],
])('sizes and speeds in %s have its numbers and units', async (language, texts) => {
  await showLanguage(language);
  const written = [formatBytes(12_400_000), formatBytes(3e9), formatBytesPerSecond(3_140_000)];
  expect(written.map((text) => text.replaceAll(/\s/g, ' '))).toEqual(texts);
});

test('an amount is counted in the unit of the total, not in its own', () => {
  expect(countInUnitOf(2_400_000_000, 640_000_000)).toBe(0.6);
  expect(countInUnitOf(999_960_000, 12_400_000)).toBe(0);
  expect(countInUnitOf(310_000_000, 0)).toBe(0);
});
