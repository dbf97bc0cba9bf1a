import { catalog } from '@larksong/contracts';
import type { Stack } from '@larksong/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAsBlob } from 'node:fs';

import { signInSuperadmin } from './support/accounts.ts';
import { makeClip } from './support/clips.ts';
import { startSite } from './support/start-site.ts';
import { writeSteadyFfmpeg } from './support/steady-ffmpeg.ts';
import { readStream } from './support/streams.ts';

const SECONDS = 32;
/** Silence after which a worker loses its unit; not the subject of this test. */
const HEARTBEAT_TIMEOUT_SECONDS = '5';
let site: Stack;
beforeAll(async () => {
  const transcoder = { FFMPEG_PATH: await writeSteadyFfmpeg({ secondsPerSecond: 6 }) };
  site = await startSite({ workers: 2, env: { catalog: { HEARTBEAT_TIMEOUT_SECONDS }, transcoder } });
});
afterAll(() => site.stop());

describe('a worker killed in the middle of a unit', () => {
  it('a killed worker’s unit is repeated, and the video is complete', async () => {
    const superadmin = await signInSuperadmin(site);
    const form = new FormData();
    form.append('title', 'Killed');
    form.append(
      'video',
      await openAsBlob(await makeClip({ seconds: SECONDS, width: 320, height: 180 })),
      'clip.mp4',
    );
    const response = await fetch(`${site.url}/api/admin/videos/upload/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${superadmin.accessToken}` },
      body: form,
    });
    const { data } = (await response.json()) as { data: { video: { id: string } } };
    const read = async () =>
      (await superadmin.call(catalog.getVideo, { params: { id: data.video.id } })).data.video;

    await expect.poll(async () => (await read()).playable, { timeout: 180_000, interval: 50 }).toBe(true);
    expect((await read()).status).toBe('processing');
    const killedAt = performance.now();
    site.services['transcoder-1']?.kill('SIGKILL');
    await expect
      .poll(async () => (await read()).status, { timeout: 150_000, interval: 200 })
      .not.toBe('processing');
    console.log(
      `killed while playable; completed after ${((performance.now() - killedAt) / 1000).toFixed(1)} s`,
    );

    expect((await read()).status).toBe('completed');
    for (const rendition of await readStream(site.url, data.video.id)) {
      expect(rendition.decodeErrors).toBe('');
      expect(rendition.segments).toHaveLength(SECONDS / 4);
      if (rendition.name !== 'audio') expect(rendition.frames).toBe(SECONDS * 25);
    }
  });
});
