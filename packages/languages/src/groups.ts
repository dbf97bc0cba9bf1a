/** Groups that several catalogues of the web client contain; `shell` has what every page shows. */
const SHARED_GROUPS = [
  'shell',
  'animals',
  'comment-removal',
  'credentials',
  'device',
  'flag-kinds',
  'nest-rule',
  'picture',
  'qr-code',
  'queue',
  'readable',
  'song-list',
  'teacher',
  'video-form',
] as const;
type SharedGroup = (typeof SHARED_GROUPS)[number];

/**
 * The catalogues of the pages of the web client, of which a page loads one: each has the messages of the group of its
 * name, of `shell`, and of these groups.
 */
const SCREENS = {
  accounts: ['credentials', 'teacher'],
  approvals: [],
  audit: ['song-list', 'teacher'],
  chips: ['picture'],
  children: ['animals', 'device', 'flag-kinds', 'nest-rule', 'qr-code', 'song-list'],
  flags: ['flag-kinds'],
  'for-parents': [],
  game: [],
  'game-admin': ['manage'],
  guest: [],
  import: ['picture', 'video-form'],
  lists: ['song-list'],
  'lock-tablet': [],
  moderation: ['comment-removal'],
  nest: ['animals'],
  people: [],
  poster: ['qr-code'],
  print: [],
  profile: ['credentials', 'device'],
  setup: ['credentials'],
  'sign-up': ['credentials'],
  songs: [],
  status: ['queue'],
  transcoding: ['queue', 'readable'],
  upload: ['picture', 'video-form'],
  you: [],
} as const satisfies Record<string, readonly (SharedGroup | 'manage')[]>;
export type ScreenGroup = keyof typeof SCREENS;

/** The catalogues of parts that pages load later, such as dialogs, with the groups that these contain besides their own. */
const PARTS = {
  'add-to-list': ['song-list'],
  classes: [],
  closed: [],
  comments: ['comment-removal'],
  door: ['nest-rule'],
  'edit-video': ['picture', 'video-form'],
  manage: [],
  'nest-more': [],
  notices: ['readable'],
  share: ['qr-code'],
  'sign-in': ['credentials'],
  suggest: [],
  tell: ['flag-kinds'],
  'video-form': [],
} as const satisfies Record<string, readonly SharedGroup[]>;
type PartGroup = keyof typeof PARTS;

/** Further catalogues: sentences of servers, which the web client translates by their ids, or which servers write. */
const SERVER_GROUPS = ['failures', 'findings', 'mails', 'gateway'] as const;

/** The catalogues of pages. */
export const SCREEN_GROUPS = Object.keys(SCREENS) as readonly ScreenGroup[]; // its own keys
/** All groups with sentences of the web client's own. */
export const CLIENT_GROUPS: readonly (ScreenGroup | PartGroup | SharedGroup)[] = [
  ...new Set([...SHARED_GROUPS, ...SCREEN_GROUPS, ...(Object.keys(PARTS) as PartGroup[])]), // its own keys
];
/** All catalogues that the web client loads. */
export const CLIENT_CATALOGUES: readonly Group[] = [
  ...SCREEN_GROUPS,
  ...(Object.keys(PARTS) as PartGroup[]), // its own keys
  'failures',
  'findings',
];

export type Group = ScreenGroup | PartGroup | SharedGroup | (typeof SERVER_GROUPS)[number];
export const GROUPS: readonly Group[] = [...CLIENT_GROUPS, ...SERVER_GROUPS];

/** Returns the groups whose messages a catalogue has. */
export function listContents(catalogue: Group): readonly Group[] {
  if (isKeyOf(SCREENS, catalogue)) return ['shell', ...SCREENS[catalogue], catalogue];
  return isKeyOf(PARTS, catalogue) ? [...PARTS[catalogue], catalogue] : [catalogue];
}

function isKeyOf<T extends object>(object: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(object, key);
}
