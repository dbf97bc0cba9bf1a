/** The catalogues of the web client: those of its screens also have the messages of `shell`, which every page shows. */
export const SCREEN_GROUPS = ['game', 'songs', 'account', 'upload', 'work'] as const;
export type ScreenGroup = (typeof SCREEN_GROUPS)[number];

/** Further catalogues: sentences of servers, which the web client translates by their ids, or which servers write. */
export const OTHER_GROUPS = ['shell', 'failures', 'findings', 'mails', 'gateway'] as const;

export const GROUPS = [...SCREEN_GROUPS, ...OTHER_GROUPS] as const;
export type Group = (typeof GROUPS)[number];

/** Returns whether the group is one of the screens of the web client. */
export function isScreenGroup(group: string): group is ScreenGroup {
  return SCREEN_GROUPS.some((screen) => screen === group);
}
