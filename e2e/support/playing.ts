import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const element = (page: Page) => page.locator('video');

/** Returns the position of the page's video in seconds. */
export const readTime = (page: Page) =>
  element(page).evaluate((video) => (video as HTMLVideoElement).currentTime);

/** Seeks in the page's video. */
export const seekTo = (page: Page, seconds: number) =>
  element(page).evaluate((video, position) => {
    (video as HTMLVideoElement).currentTime = position;
  }, seconds);

/** Waits until the video plays automatically, or starts it if the browser blocks autoplay. */
export async function awaitPlaying(page: Page): Promise<void> {
  await element(page).evaluate((video) => (video as HTMLVideoElement).play());
  await expect.poll(() => readTime(page), { timeout: 30_000 }).toBeGreaterThan(0.5);
}
