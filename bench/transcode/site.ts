import { openAsBlob } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as delay } from 'node:timers/promises';

import { auth, catalog, createClient, type Call } from '@larksong/contracts';
import { freePort, startStack, type Stack, type StackOptions } from '@larksong/local';

import { shortenClip, type Clip } from './clips.ts';
import type { Encoded } from './encoded.ts';
import type { ProcessorClock } from './processor-time.ts';

export interface Site {
  stack: Stack;
  call: Call;
  headers: { authorization: string };
}

/** Long enough for two chunks. */
const FIRST_SECONDS = 10;

/**
 * Uploads the clip to a site with this number of workers, waits until it is completed, and downloads its rungs. The
 * site has transcoded a short video before, so that its services have compiled their code, like any site that has been
 * running for a while.
 */
export async function transcodeOnSite(
  clip: Clip,
  rungs: readonly catalog.Rung[],
  { folder, workers, clock }: { folder: string; workers: number; clock: ProcessorClock },
): Promise<Encoded> {
  const site = await startSite(join(folder, 'data'), workers);
  try {
    const first = await upload(site, await shortenClip(clip, { folder, seconds: FIRST_SECONDS }));
    await until(site, first.id, { isReached: (video) => video.status === 'completed', everyMs: 500 });
    const before = await clock.seconds();
    const { id, uploadedAt } = await upload(site, clip);
    const since = () => (performance.now() - uploadedAt) / 1000;
    await until(site, id, { isReached: (video) => video.playable, everyMs: 100 });
    const playableSeconds = since();
    await until(site, id, { isReached: (video) => video.status === 'completed', everyMs: 500 });
    const completedSeconds = since();
    const cpuSeconds = (await clock.seconds()) - before;
    const renditions = [];
    for (const rung of rungs) renditions.push({ rung, path: await download(site, { id, rung, folder }) });
    return { playableSeconds, completedSeconds, cpuSeconds, renditions };
  } finally {
    await site.stack.stop();
  }
}

/** Starts a site on a free port, with further settings of its services, and signs in as its superadmin. */
export async function startSite(
  dataDir: string,
  workers: number,
  { gateway, ...env }: StackOptions['env'] = {},
): Promise<Site> {
  const stack = await startStack({
    port: await freePort(),
    dataDir,
    host: '127.0.0.1',
    workers,
    dieWithParent: true,
    // The state of the video is polled more often than a person would look.
    env: { ...env, gateway: { RATE_LIMIT_PER_MINUTE: '100000', ...gateway } },
  });
  const { email, password } = stack.superadmin;
  const { data } = await createClient({ baseUrl: stack.url })(auth.login, { body: { email, password } });
  const headers = { authorization: `Bearer ${data.accessToken}` };
  return { stack, headers, call: createClient({ baseUrl: stack.url, headers: () => headers }) };
}

/** Returns the id of the video and the time at which the last byte of the upload was sent. */
export async function upload(
  { stack, headers }: Site,
  clip: Clip,
): Promise<{ id: string; uploadedAt: number }> {
  const form = new FormData();
  form.append('title', clip.title);
  form.append('video', await openAsBlob(clip.path, { type: 'video/mp4' }), 'clip.mp4');
  const packed = new Response(form);
  const message = request(stack.url + catalog.uploadVideo.path, {
    method: catalog.uploadVideo.method,
    headers: { ...headers, 'content-type': packed.headers.get('content-type') ?? '' },
  });
  const answered = new Promise<Readable>((resolve, reject) => {
    message.once('response', resolve).once('error', reject);
  });
  await pipeline(Readable.fromWeb(packed.body as ReadableStream), message);
  const uploadedAt = performance.now();
  const { data } = (await json(await answered)) as { data: { video: { id: string } } }; // the envelope
  return { id: data.video.id, uploadedAt };
}

/** Waits until a video has reached a state. Throws if it has failed. */
export async function until(
  { call }: Site,
  id: string,
  { isReached, everyMs }: { isReached: (video: catalog.Video) => boolean; everyMs: number },
): Promise<void> {
  for (;;) {
    const { data } = await call(catalog.getVideo, { params: { id } });
    if (data.video.status === 'failed') throw new Error('the video failed');
    if (isReached(data.video)) return;
    await delay(everyMs);
  }
}

/** Downloads all segments of a rung into one file. */
async function download(
  { stack, headers }: Site,
  { id, rung, folder }: { id: string; rung: catalog.Rung; folder: string },
): Promise<string> {
  const base = `${stack.url}/hls/${id}/${rung.resolution}`;
  const get = async (name: string) =>
    Buffer.from(await (await fetch(`${base}/${name}`, { headers })).bytes());
  const playlist = (await get('playlist.m3u8')).toString();
  const init = /^#EXT-X-MAP:URI="(.+)"/m.exec(playlist)?.[1] ?? '';
  const names = [init, ...playlist.split('\n').filter((line) => line.endsWith('.m4s'))];
  const parts: Buffer[] = [];
  for (const name of names) parts.push(await get(name));
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${rung.resolution}.mp4`);
  await writeFile(path, Buffer.concat(parts));
  return path;
}
