import type { ScreenGroup } from '@larksong/languages';

import { paths } from './paths.ts';

/** The catalogue of each page; the first one that loads contains the messages of the bar and the menus, too. */
export const TEXT_GROUPS: Readonly<Record<string, ScreenGroup>> = {
  [paths.home]: 'game',
  [paths.print]: 'account',
  [paths.songs]: 'songs',
  [paths.liked]: 'songs',
  [paths.you]: 'account',
  [paths.profile]: 'account',
  [paths.forParents]: 'account',
  [paths.register]: 'account',
  [paths.verifyEmail]: 'account',
  [paths.resetPassword]: 'account',
  [paths.setup]: 'account',
  [paths.upload]: 'upload',
  [paths.importVideos]: 'upload',
  [paths.transcoding]: 'work',
  [paths.approvals]: 'work',
  [paths.gameAdmin]: 'work',
  [paths.chips]: 'work',
  [paths.accounts]: 'work',
  [paths.importPeople]: 'work',
  [paths.audit]: 'work',
  [paths.status]: 'work',
  '*': 'game',
};
