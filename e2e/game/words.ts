import { game } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signInSuperadmin } from './support/accounts.ts';
import { useBrowser } from './support/browser.ts';
import { addHardWords, HARD_BOARDS, readFaces } from './support/game-words.ts';
import { cellsOf, chooseGrid, playToTheEnd, VICTORY, waitForDeal, WINDOWS } from './support/memory-game.ts';
import { startSite } from './support/start-site.ts';

/** Words of up to twenty letters are not drawn smaller than the first, and no word than the second. */
const LEAST_FONT_PX = { usual: 10.5, long: 6 };

const open = useBrowser();
let site: Stack;
beforeAll(async () => {
  site = await startSite({ workers: 0 });
  const superadmin = await signInSuperadmin(site);
  await superadmin.call(game.putGameSettings, { body: { grids: [...game.GRIDS] } });
  await addHardWords(site, superadmin);
});
afterAll(() => site?.stop());

describe.concurrent('words', () => {
  it.each(HARD_BOARDS)(
    'that are hard to fit are seen whole on a board of %s, letters %s',
    async (grid, letters) => {
      const { page, trouble, close } = await open({ site: site.url, viewport: WINDOWS[0] });
      page.setDefaultTimeout(15_000);
      await page.goto(`/?letters=${letters}`);
      await waitForDeal(page, 4);
      if (grid !== '2x2') await chooseGrid(page, grid);
      await playToTheEnd(page, letters, (position) => cellsOf(page).nth(position).click());
      await page.getByText(VICTORY).waitFor();
      for (const size of WINDOWS) {
        await page.setViewportSize(size);
        const faces = await readFaces(page);
        const where = `at ${size.width} × ${size.height}`;
        expect(faces).toHaveLength(game.CARD_COUNTS[grid]);
        expect(
          faces.filter(({ cut }) => cut > 0.5),
          where,
        ).toEqual([]);
        const tiny = faces.filter(
          ({ word, fontSize }) => fontSize < LEAST_FONT_PX[word.length <= 20 ? 'usual' : 'long'],
        );
        expect(tiny, where).toEqual([]);
      }
      expect(trouble).toEqual({ errors: [], foreignRequests: [] });
      await close();
    },
  );
});
