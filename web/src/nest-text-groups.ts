import type { ScreenGroup } from '@larksong/languages';

import { nestPaths } from './nest-paths.ts';

/** The catalogues of the pages that only nests have, for the build: their own code names them. */
export const NEST_TEXT_GROUPS: Readonly<Record<string, ScreenGroup>> = {
  [nestPaths.play]: 'nest',
  [nestPaths.game]: 'nest',
  [nestPaths.search]: 'nest',
  [nestPaths.door]: 'nest',
  [nestPaths.signIn]: 'nest',
};
