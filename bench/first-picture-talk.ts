import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { auth, catalog, createClient } from '@larksong/contracts';

import { launchBrowser, PROFILES, watch } from './first-picture/visits.ts';
import { makeClip } from './transcode/clips.ts';
import { startSite, until, upload, type Site } from './transcode/site.ts';

// The first moving picture of a song with comments, with comments switched on and off in turn, for visitors, who see none,
// and for members.

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
/** As many as somebody may write in a minute. */
const COMMENTS = 5;

const folder = await mkdtemp(join(tmpdir(), 'larksong-bench-'));
try {
  const site = await startSite(join(folder, 'data'), 1);
  const browser = await launchBrowser();
  try {
    const url = await publishWithComments(site);
    const member = await register(site);
    for (const profile of PROFILES)
      for (const [name, tokens] of [
        ['visitor', undefined],
        ['member', member],
      ] as const) {
        const moving = await compare(site, () => watch(browser, url, profile, tokens));
        const [on, off] = [median(moving.on), median(moving.off)];
        const figures = `ratio ${(on / off).toFixed(2)}   off ${off.toFixed(0)} ms   on ${on.toFixed(0)} ms`;
        console.log(`${profile.name.padEnd(24)}${name.padEnd(9)}${figures}`);
      }
  } finally {
    await browser.close();
    await site.stack.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Publishes a song with comments of its uploader. Returns the address of its page. */
async function publishWithComments(site: Site): Promise<string> {
  const { id } = await upload(site, await makeClip('calm', { folder, seconds: 20 }));
  await until(site, id, { isReached: (video) => video.status === 'completed', everyMs: 200 });
  await allow(site, 'at-once');
  for (let count = 0; count < COMMENTS; count += 1) {
    const body = { id: randomUUID(), text: `We sang it ${count} times` };
    await site.call(catalog.createComment, { params: { id }, body });
  }
  return `${site.stack.url}/songs?v=${id}`;
}

async function allow({ call }: Site, setting: catalog.CommentSettings['setting']): Promise<void> {
  await call(catalog.putCommentSettings, { body: { setting } });
}

async function register({ stack }: Site): Promise<auth.Tokens> {
  const body = { username: 'reader', email: 'reader@songs.example', password: randomUUID() };
  const { data } = await createClient({ baseUrl: stack.url })(auth.register, { body });
  return { accessToken: data.accessToken, refreshToken: data.refreshToken };
}

/** Opens the page with comments switched off and on, in turn. Returns when its picture moved, in milliseconds. */
async function compare(
  site: Site,
  open: () => ReturnType<typeof watch>,
): Promise<Record<'off' | 'on', number[]>> {
  const moving: Record<'off' | 'on', number[]> = { off: [], on: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const state of ['off', 'on'] as const) {
      await allow(site, state === 'on' ? 'at-once' : 'off');
      moving[state].push((await open()).movingMs);
    }
  return moving;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}
