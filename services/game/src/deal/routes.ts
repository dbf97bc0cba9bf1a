import { because, game } from '@larksong/contracts';
import { AppError, type Register } from '@larksong/service-kit';

import { toLetters } from '../content/letter.ts';
import type { Db } from '../db/tables.ts';
import { toMark } from '../content/pack.ts';
import { listItemsOfLetters } from '../content/item-store.ts';
import { describeMedia } from '../files/describe-media.ts';
import type { GameFolders } from '../files/letter-names.ts';
import { inPack } from '../files/pack-place.ts';
import { LETTER_ITSELF } from '../content/media-store.ts';
import { dealItems, type Random } from './deal.ts';

/** The specification's sentence for a game that cannot start. */
const NOTHING = 'No items found for selected letters. Please add items via Game Admin.';

/** Registers the call that deals a board. */
export function registerDeal(register: Register, deps: { db: Db; random: Random } & GameFolders): void {
  register(game.dealItems, async ({ query }) => {
    if (query.letters.length > game.LETTERS_MAX_LENGTH)
      throw new AppError('VALIDATION_FAILED', because('game.too-many-letters'));
    if (query.letters.split(',').every((part) => part.trim() === ''))
      throw new AppError('VALIDATION_FAILED', because('game.letters-missing'));
    const at = inPack(deps, query.pack);
    const candidates = await listItemsOfLetters(at, toLetters(query.letters, at.pack));
    const dealt = dealItems(candidates, { limit: query.limit, random: deps.random, language: at.pack });
    if (dealt.length === 0) return { message: NOTHING, data: { items: [] } };
    const categories = dealt.map(({ categoryId, letter }) => ({ id: categoryId, letter }));
    const mediaOf = await describeMedia(at, categories);
    const items = dealt.map((item) => {
      const { pictureSource, soundSource } = mediaOf(item.categoryId, item.name);
      return {
        ...item,
        ...toMark(at.pack),
        hasPicture: pictureSource !== null,
        hasSound: soundSource !== null,
        hasLetterSound: mediaOf(item.categoryId, LETTER_ITSELF).soundSource !== null,
      };
    });
    return { data: { items } };
  });
}
