import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, describe } from 'vitest';

import { describeBoards } from './game/boards.ts';
import { describeGameLanguages } from './game/languages.ts';
import { describeGameOnward } from './game/onward.ts';
import { describeGameTouch } from './game/touch.ts';
import { describeGameViews } from './game/views.ts';
import { describeWholeGame } from './game/whole-game.ts';
import { describeGameWords } from './game/words.ts';
import { startSite } from './support/start-site.ts';

let site: Stack;
const getSite = () => site;
beforeAll(async () => {
  site = await startSite({ workers: 0, hasStarterContent: true });
});
afterAll(() => site?.stop());

describe('the game with its starter pack', () => {
  describeWholeGame(getSite);
});
describe('the board of the game', () => {
  describeBoards(getSite);
});
describe('the game by touch', () => {
  describeGameTouch(getSite);
});
describe('the way on from a victory', () => {
  describeGameOnward(getSite);
});
describe('the game with all grids', () => {
  describeGameViews(getSite);
});
describe('the game with more letters than the starter pack has', () => {
  describeGameWords(getSite);
});
// The last, since the settings offer a language from then on.
describe('the game in other languages', () => {
  describeGameLanguages(getSite);
});
