import { gzipSync } from 'node:zlib';

import type { Page, Response } from 'playwright-core';
import { expect } from 'vitest';

/** Collects all responses that a page receives from now on. */
export function collectResponses(page: Page): Response[] {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  return responses;
}

/** Returns the compressed size, counting each address once, since repeats come from the browser's cache. */
export async function sizeOf(ending: string, responses: Response[]): Promise<number> {
  const files = new Map(
    responses.toReversed().map((response) => [new URL(response.url()).pathname, response]),
  );
  const wanted = [...files].filter(([path]) => path.endsWith(ending)).map(([, response]) => response);
  expect(wanted.length).toBeGreaterThan(0);
  const sizes = await Promise.all(wanted.map(async (file) => gzipSync(await file.body()).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

export const toKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Lets a page fetch only what it needs for certain: a slow machine would count the code that is fetched ahead. */
export async function saveData(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
}
