import { openAsBlob } from 'node:fs';

import { catalog } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { until } from './access/until.ts';
import { uploadFile } from './access/uploads.ts';
import { signInSuperadmin } from './support/accounts.ts';
import { openPage } from './support/browser.ts';
import { makeClip } from './support/clips.ts';
import { awaitPlaying, readTime, seekTo } from './support/playing.ts';
import { sharedSite } from './support/shared-site.ts';

/** Longer than a player's buffer and what is played of it on a busy machine, so that some position has to be fetched. */
const LONG_SECONDS = 150;
const FAR_SECONDS = 120;
const OUTAGE_SECONDS = 15;

/** Uploads a long song. Returns its id once it is completed. */
async function uploadSong(): Promise<string> {
  const superadmin = await signInSuperadmin();
  const clip = await makeClip({ seconds: LONG_SECONDS, width: 160, height: 90, frameRate: 5 });
  const form = { title: 'A long song', visibility: 'public', file: await openAsBlob(clip) } as const;
  const id = await uploadFile(sharedSite().url, superadmin, form);
  const read = async () => (await superadmin.call(catalog.getVideo, { params: { id } })).data.video;
  const isReady = async () => (await read()).status === 'completed';
  await until(isReady, { what: 'a long video completed', withinSeconds: 240 });
  return id;
}

describe(`a network outage of ${OUTAGE_SECONDS} s in the middle of a video`, () => {
  it('playback resumes automatically after a network outage', async () => {
    const { page, close } = await openPage();
    await page.goto(`/songs?v=${await uploadSong()}`);
    await awaitPlaying(page);
    await page.context().setOffline(true);
    const lostAt = performance.now();
    await seekTo(page, FAR_SECONDS);
    await page.waitForTimeout(OUTAGE_SECONDS * 1000); // the outage itself
    expect(await readTime(page)).toBeLessThan(FAR_SECONDS + 1);
    await page.context().setOffline(false);
    const backAt = performance.now();
    await expect
      .poll(() => readTime(page), { timeout: 45_000, interval: 100 })
      .toBeGreaterThan(FAR_SECONDS + 1.5);
    const seconds = (performance.now() - backAt) / 1000;
    console.log(
      `offline for ${((backAt - lostAt) / 1000).toFixed(1)} s, playing again ${seconds.toFixed(1)} s after it was back`,
    );
    await close();
  });
});
