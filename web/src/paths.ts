/** Every address of the site. Nothing else in the web client writes one by hand. */
export const paths = {
  home: '/',
  songs: '/songs',
  watch: (id: string) => `/songs?v=${encodeURIComponent(id)}`,
  you: '/you',
  profile: '/profile',
  liked: '/liked',
  upload: '/upload',
  transcoding: '/transcoding',
  gameAdmin: '/game-admin',
  accounts: '/accounts',
  register: '/register',
  verifyEmail: '/verify-email',
  resetPassword: '/reset-password',
} as const;
