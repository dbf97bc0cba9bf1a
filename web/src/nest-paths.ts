/** The addresses below that of a nest, which the first visit of the site does not need. */
export const nestPaths = {
  play: '/nest/play/:rowId',
  /** Plays a row of a nest from where it was left, or from one of its songs. */
  playOf: (rowId: string, videoId?: string) =>
    `/nest/play/${encodeURIComponent(rowId)}${videoId === undefined ? '' : `?song=${encodeURIComponent(videoId)}`}`,
  game: '/nest/game',
  search: '/nest/search',
  /** The grown-up's door, which a PIN opens. */
  door: '/nest/door',
  /** Where a grown-up leaves a nest by password. */
  signIn: '/nest/sign-in',
} as const;
