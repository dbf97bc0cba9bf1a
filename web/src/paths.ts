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
  upload: '/upload',
  importVideos: '/import',
  transcoding: '/transcoding',
  gameAdmin: '/game-admin',
  chips: '/chips',
  accounts: '/accounts',
  audit: '/status/audit',
  status: '/status',
  forParents: '/for-parents',
  print: '/print',
  /** The page to print, with these letters chosen. */
  printOf: (letters: readonly string[]) =>
    letters.length === 0 ? '/print' : `/print?letters=${letters.map(encodeURIComponent).join(',')}`,
  register: '/register',
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
  setup: '/setup',
} as const;
