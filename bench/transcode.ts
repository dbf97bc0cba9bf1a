import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { openAsBlob } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { auth, catalog, createClient, type Call } from '@larksong/contracts';
import { freePort, startStack, type Stack } from '@larksong/local';

import { measureProcessorTime } from './processor-time.ts';

const run = promisify(execFile);
const SECONDS = 60;
const POLL_MS = 100;

const folder = await mkdtemp(join(tmpdir(), 'larksong-bench-'));
const clip = join(folder, 'clip.mp4');
console.log('making the clip …');
await makeClip();
console.log('starting the site …');
const stack = await startStack({
  port: await freePort(),
  dataDir: join(folder, 'data'),
  host: '127.0.0.1',
  dieWithParent: true,
});
try {
  const site = await measureSite(stack);
  console.log(`upload to playable       ${site.playableSeconds.toFixed(1)} s`);
  console.log(`upload to Ready          ${site.readySeconds.toFixed(1)} s with ${site.workers} workers`);
  console.log('ffmpeg alone …');
  const baseline = await measureBaseline();
  console.log(`Ready / ffmpeg alone     ${ratio(site.readySeconds, baseline.seconds)}`);
  console.log(
    `CPU / ffmpeg alone       ${ratio(site.cpuSeconds, baseline.cpuSeconds)} for a minute of video`,
  );
} finally {
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Returns a ratio with its two figures in seconds. */
function ratio(ours: number, baseline: number): string {
  return `${(ours / baseline).toFixed(2)} (${ours.toFixed(1)} s / ${baseline.toFixed(1)} s)`;
}

/** Makes a minute of moving 1080p with some grain, so that the encoder has real work. */
async function makeClip(): Promise<void> {
  const picture = `testsrc2=size=1920x1080:rate=30:duration=${SECONDS},noise=alls=3:allf=t`;
  await run('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', picture],
    ...['-f', 'lavfi', '-i', `sine=frequency=440:sample_rate=48000:duration=${SECONDS}`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
    ...['-movflags', '+faststart', clip],
  ]);
}

async function measureSite(site: Stack) {
  const call = await signIn(site);
  const workers = Object.values(site.services).filter(({ name }) => name.startsWith('transcoder'));
  const { result, seconds } = await measureProcessorTime(
    workers.map(({ pid }) => pid),
    async () => {
      const id = await upload(site, call);
      const uploadedAt = performance.now();
      const since = () => (performance.now() - uploadedAt) / 1000;
      await until(call, id, (video) => video.playable);
      const playableSeconds = since();
      await until(call, id, (video) => video.status !== 'processing');
      return { playableSeconds, readySeconds: since() };
    },
  );
  return { ...result, cpuSeconds: seconds, workers: workers.length };
}

async function signIn(site: Stack): Promise<Call> {
  const { email, password } = site.superadmin;
  const { data } = await createClient({ baseUrl: site.url })(auth.login, { body: { email, password } });
  return createClient({
    baseUrl: site.url,
    headers: () => ({ authorization: `Bearer ${data.accessToken}` }),
  });
}

async function upload(site: Stack, call: Call): Promise<string> {
  const { email, password } = site.superadmin;
  const { data } = await call(auth.login, { body: { email, password } });
  const form = new FormData();
  form.append('title', 'Bench');
  form.append('video', await openAsBlob(clip), 'clip.mp4');
  const response = await fetch(`${site.url}/api/admin/videos/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${data.accessToken}` },
    body: form,
  });
  const answer = (await response.json()) as { data: { video: { id: string } } };
  return answer.data.video.id;
}

async function until(call: Call, id: string, isReached: (video: catalog.Video) => boolean): Promise<void> {
  for (;;) {
    const { data } = await call(catalog.getVideo, { params: { id } });
    if (isReached(data.video)) return;
    await delay(POLL_MS);
  }
}

/** Measures the manual equivalent: one ffmpeg for each rung in sequence, with the same codec, preset and rates. */
async function measureBaseline() {
  const startedAt = performance.now();
  let cpuSeconds = 0;
  for (const resolution of catalog.RESOLUTIONS) {
    const height = Number.parseInt(resolution, 10);
    const child = spawn('ffmpeg', [
      ...['-v', 'error', '-nostdin', '-y', '-i', clip, '-vf', `scale=-2:${height}`, '-c:v', 'libx264'],
      ...['-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '128k'],
      join(folder, `${resolution}.mp4`),
    ]);
    const { seconds } = await measureProcessorTime([child.pid ?? 0], () => once(child, 'close'));
    cpuSeconds += seconds;
  }
  return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds };
}
