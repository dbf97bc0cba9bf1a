import type { Stack } from '@larksong/local';

import type { useBrowser } from '../support/browser.ts';

/** A browser and the site under test, which is running by the time the tests start. */
export interface GameTestContext {
  open: ReturnType<typeof useBrowser>;
  getSite: () => Stack;
}
