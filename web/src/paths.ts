/** Every address of the site. Nothing else in the web client writes one by hand. */
export const paths = {
  home: '/',
  songs: '/songs',
  /** The grid with a chip chosen, as `?filter=` names it. */
  songsOf: (filter: string) => `/songs?filter=${encodeURIComponent(filter)}`,
  watch: (id: string) => `/songs?v=${encodeURIComponent(id)}`,
  you: '/you',
  profile: '/profile',
  liked: '/liked',
  watchLiked: (id: string) => `/liked?v=${encodeURIComponent(id)}`,
  upload: '/upload',
  transcoding: '/transcoding',
  gameAdmin: '/game-admin',
  accounts: '/accounts',
  register: '/register',
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
} as const;
