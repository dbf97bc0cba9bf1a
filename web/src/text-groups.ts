import type { ScreenGroup } from '@larksong/languages';

import { paths } from './paths.ts';

/** The catalogue of each page, which contains the messages of the bar and the menus, too. */
export const TEXT_GROUPS: Readonly<Record<string, ScreenGroup>> = {
  [paths.home]: 'game',
  [paths.print]: 'print',
  [paths.songs]: 'songs',
  [paths.liked]: 'songs',
  [paths.lists]: 'lists',
  [paths.list]: 'lists',
  [paths.playList]: 'lists',
  [paths.poster]: 'poster',
  [paths.guestCode]: 'guest',
  [paths.guest]: 'guest',
  [paths.nest]: 'nest',
  [paths.nestPlay]: 'nest',
  [paths.nestSignIn]: 'nest',
  [paths.children]: 'children',
  [paths.you]: 'you',
  [paths.profile]: 'profile',
  [paths.forParents]: 'for-parents',
  [paths.register]: 'sign-up',
  [paths.verifyEmail]: 'sign-up',
  [paths.resetPassword]: 'sign-up',
  [paths.setup]: 'setup',
  [paths.upload]: 'upload',
  [paths.importVideos]: 'import',
  [paths.transcoding]: 'transcoding',
  [paths.approvals]: 'approvals',
  [paths.gameAdmin]: 'game-admin',
  [paths.chips]: 'chips',
  [paths.accounts]: 'accounts',
  [paths.importPeople]: 'people',
  [paths.audit]: 'audit',
  [paths.status]: 'status',
  '*': 'game',
};
