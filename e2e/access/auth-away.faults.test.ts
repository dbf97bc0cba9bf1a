import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checkLifeWithoutAuth } from './auth-away-checks.ts';
import { startSiteWithProxy, uploadSongs, type SiteWithProxy, type Songs } from './auth-away.ts';

/** Longer than the lifetime of tokens and stream cookies. */
const AWAY_SECONDS = Number(process.env['AUTH_AWAY_SECONDS'] ?? 900);

let site: SiteWithProxy;
let songs: Songs;
beforeAll(async () => {
  site = await startSiteWithProxy();
  songs = await uploadSongs(site);
});
afterAll(() => site.stop());

describe('auth unavailable for fifteen minutes', () => {
  it('auth hanging for fifteen minutes does not affect visitors and members until their token or cookie expires', async () => {
    expect(
      await checkLifeWithoutAuth(site, { songs, failure: 'hang', awaySeconds: AWAY_SECONDS }),
    ).toBeLessThanOrEqual(10);
  });

  it('auth down for fifteen minutes does not affect visitors and members until their token or cookie expires', async () => {
    expect(
      await checkLifeWithoutAuth(site, { songs, failure: 'refuse', awaySeconds: AWAY_SECONDS }),
    ).toBeLessThanOrEqual(10);
  });
});
