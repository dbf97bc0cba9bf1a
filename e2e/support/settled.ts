import type { Page, Request } from 'playwright-core';

import { until } from '../access/until.ts';

/**
 * Opens a page and waits until everything that it asks for has arrived and is painted. Unlike `networkidle`, it needs no
 * half a second of silence, which a page that repeats a slow call may not have for a minute.
 */
export async function openSettled(page: Page, path: string): Promise<void> {
  const underWay = new Set<Request>();
  const begin = (request: Request) => void underWay.add(request);
  const end = (request: Request) => void underWay.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  const hasAll = async () => {
    if (underWay.size > 0) return false;
    await paint(page);
    return underWay.size === 0; // what has arrived may need something else
  };
  try {
    await page.goto(path);
    await until(hasAll, { what: `${path} with all that it needs`, withinSeconds: 60, everyMs: 20 });
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  }
}

/** Lets the page finish pending work and paint. */
async function paint(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let time = 0; time < 2; time += 1) {
      await new Promise((done) => requestIdleCallback(done));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
  });
}
