import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, describe } from 'vitest';

import { describeWholeGame } from './game/whole-game.ts';
import { startSite } from './support/start-site.ts';

let site: Stack;
beforeAll(async () => {
  site = await startSite({ workers: 0, hasStarterContent: true });
});
afterAll(() => site?.stop());

describe('the game with its starter pack', () => {
  describeWholeGame(() => site);
});
