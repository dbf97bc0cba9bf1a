import { gzipSync } from 'node:zlib';

import type { Response } from 'playwright-core';
import { expect, it } from 'vitest';

import { useBrowser } from './support/browser.ts';

const open = useBrowser();

/** What a first visit may load, in bytes compressed. */
const SCRIPT_BYTES = 150_000;
const STYLE_BYTES = 15_000;

it.each(['/', '/songs'])('%s is light at the first visit', async (path) => {
  const { page, trouble, close } = await open();
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto(path, { waitUntil: 'networkidle' });
  expect(trouble.errors).toEqual([]); // a page that did not load is light as well
  const sizeOf = async (ending: string) => {
    const files = responses.filter((response) => new URL(response.url()).pathname.endsWith(ending));
    expect(files.length).toBeGreaterThan(0);
    const sizes = await Promise.all(files.map(async (file) => gzipSync(await file.body()).length));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const [script, style] = [await sizeOf('.js'), await sizeOf('.css')];
  const [scriptKb, styleKb] = [script, style].map((bytes) => (bytes / 1000).toFixed(1));
  console.log(`${path}: ${scriptKb} kB of script, ${styleKb} kB of style`);
  expect(script).toBeLessThanOrEqual(SCRIPT_BYTES);
  expect(style).toBeLessThanOrEqual(STYLE_BYTES);
  await close();
});
