import { game } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { beforeAll, describe, expect, it } from 'vitest';

import { signInSuperadmin } from '../support/accounts.ts';
import { openPage } from '../support/browser.ts';
import { addHardWords, HARD_BOARDS, readFaces } from '../support/game-words.ts';
import { cellsOf, chooseGrid, playToTheEnd, VICTORY, waitForDeal, WINDOWS } from '../support/memory-game.ts';
import { readCount } from '../support/random.ts';

/** Minimum font sizes: for words of up to twenty letters, and for longer ones. */
const MIN_FONT_PX = { usual: 10.5, long: 6 };

/** Defines tests with words that are hard to fit on a card; adds their letters to the site. */
export function describeGameWords(getSite: () => Stack): void {
  beforeAll(async () => {
    const superadmin = await signInSuperadmin(getSite());
    await superadmin.call(game.putGameSettings, { body: { grids: [...game.GRIDS] } });
    await addHardWords(getSite(), superadmin);
  });

  describe.concurrent('words', () => {
    it.each(HARD_BOARDS.slice(0, readCount('HARD_BOARDS', 1)))(
      'words that are hard to fit are fully visible on a board of %s, letters %s',
      async (grid, letters) => {
        const { page, trouble, close } = await openPage({ site: getSite().url, viewport: WINDOWS[0] });
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
            ({ word, fontSize }) => fontSize < MIN_FONT_PX[word.length <= 20 ? 'usual' : 'long'],
          );
          expect(tiny, where).toEqual([]);
        }
        expect(trouble).toEqual({ errors: [], foreignRequests: [] });
        await close();
      },
    );
  });
}
