import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { checkLifeWithoutAuth } from './auth-away-checks.ts';
import { startSiteWithDoor, uploadSongs, type SiteWithDoor, type Songs } from './auth-away.ts';

/** Longer than tokens and cookies of streams live. */
const AWAY_SECONDS = Number(process.env['AUTH_AWAY_SECONDS'] ?? 900);

let site: SiteWithDoor;
let songs: Songs;
beforeAll(async () => {
  site = await startSiteWithDoor();
  songs = await uploadSongs(site);
});
afterAll(() => site.stop());

describe('auth away for fifteen minutes', () => {
  it('and hanging leaves visitors and members as they are, until their own token or cookie ends', async () => {
    expect(
      await checkLifeWithoutAuth(site, { songs, takeAway: 'swallow', awaySeconds: AWAY_SECONDS }),
    ).toBeLessThanOrEqual(10);
  });

  it('and dead leaves visitors and members as they are, until their own token or cookie ends', async () => {
    expect(
      await checkLifeWithoutAuth(site, { songs, takeAway: 'shut', awaySeconds: AWAY_SECONDS }),
    ).toBeLessThanOrEqual(10);
  });
});
