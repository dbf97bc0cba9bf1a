// @vitest-environment node
import { glob, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { create, type Font } from 'fontkit';
import { expect, test } from 'vitest';

import { narrowWeights, WEIGHTS } from '../build/fonts.ts';

const LEXEND = createRequire(import.meta.url).resolve(
  '@fontsource-variable/lexend/files/lexend-latin-wght-normal.woff2',
);

test('the font of every page keeps its characters, but only the weights that are used', async () => {
  const whole = await readFile(LEXEND);
  const narrow = await narrowWeights(whole);
  const [before, after] = [whole, narrow].map((font) => create(font) as Font);
  expect(after?.characterSet).toEqual(before?.characterSet);
  expect(after?.variationAxes).toMatchObject({ wght: WEIGHTS });
  expect(narrow.length).toBeLessThan(0.65 * whole.length);
});

test('style sheets ask for no other weights', async () => {
  const weights: number[] = [];
  for await (const path of glob(`${import.meta.dirname}/**/*.css`))
    for (const [, weight] of (await readFile(path, 'utf8')).matchAll(
      /(?:font|font-weight|--weight-\w+): (\d{3})\b/g,
    ))
      weights.push(Number(weight));
  expect(weights.length).toBeGreaterThan(0);
  expect(Math.min(...weights)).toBeGreaterThanOrEqual(WEIGHTS.min);
  expect(Math.max(...weights)).toBeLessThanOrEqual(WEIGHTS.max);
});
