import type { Stack } from '@larksong/local';

import type { useBrowser } from '../support/browser.ts';

/** A browser and the site on which the game is played, which runs once the tests do. */
export interface Playground {
  open: ReturnType<typeof useBrowser>;
  getSite: () => Stack;
}
