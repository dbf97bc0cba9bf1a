import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { game } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import type { Page } from 'playwright-core';

import type { Account } from './accounts.ts';

const PICTURE = join(
  import.meta.dirname,
  '..',
  '..',
  'services',
  'game',
  'starter-pack',
  'pictures',
  'cake.png',
);

interface Word {
  name: string;
  types: readonly [game.ItemType, game.ItemType];
  hasPicture: boolean;
}

const letters = ['letter', 'letter'] as const;
const mixed = ['letter', 'image'] as const;

/** Letters with words that are hard to fit on a card: two words, one long word, other scripts, and names of the maximum length. */
const HARD_WORDS: Record<string, readonly Word[]> = {
  Ä: [
    { name: 'question mark', types: mixed, hasPicture: true },
    { name: 'ice cream', types: letters, hasPicture: true },
  ],
  Ö: [
    { name: 'Schmetterlingsflügel', types: letters, hasPicture: true },
    { name: 'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsver', types: mixed, hasPicture: true },
  ],
  Ü: [
    { name: 'WWWWWWWWMM', types: mixed, hasPicture: true },
    {
      name: 'أغنية البط الصغير في البركة الكبيرة مع كل الأصدقاء والعصافير',
      types: letters,
      hasPicture: false,
    },
    { name: '小鸭子的歌曲在池塘里'.repeat(6), types: mixed, hasPicture: false },
    { name: 'the very hungry caterpillar that ate all through the weekend', types: mixed, hasPicture: false },
  ],
};

/** Letters whose words fill each grid. */
export const HARD_BOARDS = [
  ['2x2', 'Ä'],
  ['4x4', 'Ä,Ö,Ü'],
  ['2x2', 'Ö'],
  ['3x3', 'Ä,Ö'],
] as const;

/** Adds the letters and words to a site as a superadmin. */
export async function addHardWords(site: Stack, { call, accessToken }: Account): Promise<void> {
  const picture = await readFile(PICTURE);
  for (const [letter, words] of Object.entries(HARD_WORDS)) {
    const { category } = (await call(game.createCategory, { body: { letter } })).data;
    for (const { name, types, hasPicture } of words) {
      let id = '';
      for (const type of types)
        ({ id } = (await call(game.createItem, { body: { categoryId: category.id, type, name } })).data.item);
      if (!hasPicture) continue;
      const { ok, status } = await fetch(new URL(game.putItemPicture.path.replace(':id', id), site.url), {
        method: game.putItemPicture.method,
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/octet-stream' },
        body: picture,
      });
      if (!ok) throw new Error(`The picture of ${name} was answered with ${status}`);
    }
  }
}

interface OpenFace {
  word: string;
  /** Size of the word's letters, in pixels. */
  fontSize: number;
  /** Overflow of its lines, picture or letter beyond the face in pixels; 0 if fully visible. */
  cut: number;
}

/** Measures the open cards of a page. */
export function readFaces(page: Page): Promise<OpenFace[]> {
  return page.locator('[role=gridcell] [data-face]').evaluateAll((faces) =>
    faces.map((face) => {
      const word = face.querySelector('[data-word]');
      if (!word) throw new Error('A face without a word');
      const outer = face.getBoundingClientRect();
      const inner = new DOMRect(
        outer.left + face.clientLeft,
        outer.top + face.clientTop,
        face.clientWidth,
        face.clientHeight,
      );
      // The word's box has the height of its lines; their width has to be measured on the text.
      const range = document.createRange();
      range.selectNodeContents(word);
      const lines = [...range.getClientRects()];
      const parts = [...face.children].map((part) => part.getBoundingClientRect());
      const beside = lines.map(({ left, right }) => Math.max(inner.left - left, right - inner.right));
      const aboveAndBelow = parts.map(({ top, bottom }) => Math.max(inner.top - top, bottom - inner.bottom));
      return {
        word: word.textContent,
        fontSize: Number.parseFloat(getComputedStyle(word).fontSize),
        cut: Math.max(0, ...beside, ...aboveAndBelow),
      };
    }),
  );
}
