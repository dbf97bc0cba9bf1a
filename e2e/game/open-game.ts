import type { Stack } from '@larksong/local';

import { openPage, type OpenedPage } from '../support/browser.ts';
import { listen, waitForDeal } from '../support/memory-game.ts';
import { openSettled } from '../support/settled.ts';

/** Opens a page of the game, whose sounds are recorded, once four cards are dealt. */
export async function openGame(
  site: Stack,
  path: string,
  options: Parameters<typeof openPage>[0] = {},
): Promise<OpenedPage> {
  // The processor paints, and less in a small window.
  const opened = await openPage({ site: site.url, viewport: { width: 800, height: 600 }, ...options });
  await listen(opened.page);
  await openSettled(opened.page, path);
  await waitForDeal(opened.page, 4);
  return opened;
}
