import { gzipSync } from 'node:zlib';

import type { Response } from 'playwright-core';
import { expect, it } from 'vitest';

import { useBrowser } from './support/browser.ts';

const open = useBrowser();

/** What a first visit may load, in bytes compressed. */
const SCRIPT_BYTES = 150_000;
const STYLE_BYTES = 15_000;

it('the home page is light at the first visit', async () => {
  const { page, close } = await open();
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto('/', { waitUntil: 'networkidle' });
  const sizeOf = async (ending: string) => {
    const files = responses.filter((response) => new URL(response.url()).pathname.endsWith(ending));
    expect(files.length).toBeGreaterThan(0);
    const sizes = await Promise.all(files.map(async (file) => gzipSync(await file.body()).length));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const [script, style] = [await sizeOf('.js'), await sizeOf('.css')];
  console.log(`/: ${(script / 1000).toFixed(1)} kB of script, ${(style / 1000).toFixed(1)} kB of style`);
  expect(script).toBeLessThanOrEqual(SCRIPT_BYTES);
  expect(style).toBeLessThanOrEqual(STYLE_BYTES);
  await close();
});
