import type { auth } from '@larksong/contracts';

export const MIRA: auth.User = {
  id: '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e1',
  username: 'mira',
  displayName: null,
  email: 'mira@maple-street.example',
  emailVerified: true,
  language: null,
  role: 'user',
  teacher: null,
  createdAt: '2026-09-04T10:00:00.000Z',
};
export const OLIVE: auth.User = {
  ...MIRA,
  id: '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e2',
  username: 'olive',
  displayName: 'Olive Tanaka',
  email: 'olive@maple-street.example',
  role: 'superadmin',
};
/** A teacher, whose uploads wait for approval. */
export const TEO: auth.User = {
  ...MIRA,
  id: '0198f3c2-7a1e-7d40-b1c9-5e2f6a90d8e3',
  username: 'teo',
  email: 'teo@maple-street.example',
  teacher: { isTrusted: false, editsLetters: false, quotaBytes: null },
};
/** A teacher who may change letters and words. */
export const TEO_WITH_LETTERS: auth.User = {
  ...TEO,
  teacher: { isTrusted: false, editsLetters: true, quotaBytes: null },
};

let serial = 0;

/** Returns tokens like those of auth, but unsigned: the client never verifies signatures. */
export function tokensOf(user: auth.User, secondsLeft = 600): auth.Tokens {
  serial += 1;
  const claims = { sub: user.id, exp: Math.floor(Date.now() / 1000) + secondsLeft, serial };
  const accessToken = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
  return { accessToken, refreshToken: `refresh-${serial}` };
}

export function storeTokens(tokens: auth.Tokens): void {
  localStorage.setItem('auth.tokens', JSON.stringify(tokens));
}

export function storedTokens(): unknown {
  return JSON.parse(localStorage.getItem('auth.tokens') ?? 'null');
}
