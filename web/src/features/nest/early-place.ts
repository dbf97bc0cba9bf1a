import { catalog, parseAnswer, toPath, type Data } from '@larksong/contracts';

import type { EarlyFile } from '../../api/early-files.ts';
import { requestEarly } from '../../api/early-requests.ts';
import { NEST_SESSION_KEY } from '../../api/nest-here.ts';
import { readClaims } from '../../api/tokens.ts';
import { paths } from '../../paths.ts';

/** Pictures of the first row that are on the screen before anybody scrolls. */
export const EAGER = 5;

/** Enough for a request; a token that ends sooner is renewed by the page. */
const MARGIN_MS = 30_000;

/**
 * Requests the place of the chosen nest, and the pictures of its first row, while the code of the page is still loading.
 * `fetchEarly` returns the answer to the page. A failure is left to the page. Resolves when the pictures are requested.
 */
export async function requestPlace(): Promise<void> {
  const token = location.pathname === paths.nest ? readToken() : null;
  if (token === null) return;
  const headers = { authorization: `Bearer ${token}` };
  const file = await requestEarly(toPath(catalog.getNest, {}), headers);
  if (file) preloadPictures(file);
}

/** Returns the token of the chosen nest; null without one that lasts. */
function readToken(): string | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NEST_SESSION_KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('accessToken' in kept)) return null;
    const { accessToken } = kept;
    if (typeof accessToken !== 'string') return null;
    const { expiresAtMs } = readClaims(accessToken);
    return expiresAtMs !== null && expiresAtMs - MARGIN_MS > Date.now() ? accessToken : null;
  } catch {
    return null; // without storage, or with malformed text, there is no session
  }
}

function preloadPictures({ bytes }: EarlyFile): void {
  // By its contract; undefined for the page of a network that wants a sign-in first.
  const answer = parseAnswer(new TextDecoder().decode(bytes)) as
    | { data?: Data<typeof catalog.getNest> }
    | undefined;
  const row = answer?.data?.rows.find(({ songs }) => songs.length > 0);
  for (const { thumbnail } of row?.songs.slice(0, EAGER) ?? [])
    if (thumbnail !== null)
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'preload', as: 'image', href: thumbnail }),
      );
}
