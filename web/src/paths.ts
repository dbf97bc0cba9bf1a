/** All addresses of the site. No other file of the web client writes one by hand. */
export const paths = {
  home: '/',
  songs: '/songs',
  /** The grid with a selected chip, in the format of `?filter=`. */
  songsOf: (filter: string) => `/songs?filter=${encodeURIComponent(filter)}`,
  watch: (id: string) => `/songs?v=${encodeURIComponent(id)}`,
  you: '/you',
  profile: '/profile',
  liked: '/liked',
  watchLiked: (id: string) => `/liked?v=${encodeURIComponent(id)}`,
  lists: '/lists',
  list: '/lists/:id',
  listOf: (id: string) => `/lists/${encodeURIComponent(id)}`,
  playList: '/lists/:id/play',
  /** Plays a list from its beginning, or from one of its songs. */
  playListOf: (id: string, videoId?: string) =>
    `/lists/${encodeURIComponent(id)}/play${videoId === undefined ? '' : `?song=${encodeURIComponent(videoId)}`}`,
  poster: '/lists/:id/poster',
  /** The poster of a link to a list. */
  posterOf: (id: string, linkId: string) =>
    `/lists/${encodeURIComponent(id)}/poster?link=${encodeURIComponent(linkId)}`,
  /** Where the code of a link is typed. */
  guestCode: '/s',
  /** The list of a link. */
  guest: '/s/:code',
  /** The list of a link, or playing it from one of its songs. */
  guestOf: (code: string, videoId?: string) =>
    `/s/${encodeURIComponent(code)}${videoId === undefined ? '' : `?song=${encodeURIComponent(videoId)}`}`,
  /** The place of a child. */
  nest: '/nest',
  /** The nests that a grown-up cares for. */
  children: '/children',
  child: '/children/:id',
  childCards: '/children/:id/cards',
  /** How to lock a device, which a page cannot. */
  lockTablet: '/children/lock-the-tablet',
  nestClass: '/children/classes/:id',
  classRule: '/children/classes/:id/rule',
  classCards: '/children/classes/:id/cards',
  upload: '/upload',
  importVideos: '/import',
  transcoding: '/transcoding',
  approvals: '/approvals',
  /** What viewers told about songs. */
  flags: '/flags',
  comments: '/comments',
  gameAdmin: '/game-admin',
  chips: '/chips',
  accounts: '/accounts',
  importPeople: '/accounts/import',
  audit: '/status/audit',
  status: '/status',
  forParents: '/for-parents',
  print: '/print',
  /** The page to print, with these letters chosen, of a pack; by default of the site's own. */
  printOf: (letters: readonly string[], pack?: string) => {
    const chosen = letters.length === 0 ? [] : [`letters=${letters.map(encodeURIComponent).join(',')}`];
    const query = pack === undefined ? chosen : [...chosen, `pack=${pack}`];
    return query.length === 0 ? '/print' : `/print?${query.join('&')}`;
  },
  register: '/register',
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
  setup: '/setup',
} as const;
