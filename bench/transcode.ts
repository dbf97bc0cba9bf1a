import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { openAsBlob } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { createClient, getVideo, login, RESOLUTIONS, type Call, type Video } from '@larksong/contracts';
import { freePort, startStack, type Stack } from '@larksong/local';

const run = promisify(execFile);
const SECONDS = 60;
const TICKS_PER_SECOND = 100;
const POLL_MS = 100;

const folder = await mkdtemp(join(tmpdir(), 'larksong-bench-'));
const clip = join(folder, 'clip.mp4');
await makeClip();
const stack = await startStack({
  port: await freePort(),
  dataDir: join(folder, 'data'),
  host: '127.0.0.1',
  dieWithParent: true,
});
try {
  const site = await measureSite(stack);
  const baseline = await measureBaseline();
  console.log(`upload to playable       ${site.playableSeconds.toFixed(1)} s`);
  console.log(`upload to Ready          ${site.readySeconds.toFixed(1)} s`);
  console.log(`workers                  ${site.workers}`);
  console.log(
    `CPU s per minute         ${site.cpuSeconds.toFixed(1)} (ffmpeg alone ${baseline.cpuSeconds.toFixed(1)})`,
  );
  console.log(`CPU ratio                ${(site.cpuSeconds / baseline.cpuSeconds).toFixed(2)}`);
  console.log(
    `Ready / ffmpeg alone     ${(site.readySeconds / baseline.seconds).toFixed(2)} (${baseline.seconds.toFixed(1)} s)`,
  );
} finally {
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
}

/** A minute of 1080p with noise in it, so that the encoder has something to do. */
async function makeClip(): Promise<void> {
  const picture = `testsrc2=size=1920x1080:rate=30:duration=${SECONDS},noise=alls=8:allf=t`;
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
  const cpuOf = async () =>
    (await Promise.all(workers.map(({ pid }) => cpuSecondsOf(pid)))).reduce((sum, one) => sum + one, 0);
  const cpuBefore = await cpuOf();
  const id = await upload(site, call);
  const uploadedAt = performance.now();
  const since = () => (performance.now() - uploadedAt) / 1000;
  await until(call, id, (video) => video.playable);
  const playableSeconds = since();
  await until(call, id, (video) => video.status !== 'processing');
  return {
    playableSeconds,
    readySeconds: since(),
    cpuSeconds: (await cpuOf()) - cpuBefore,
    workers: workers.length,
  };
}

async function signIn(site: Stack): Promise<Call> {
  const { email, password } = site.superadmin;
  const { data } = await createClient({ baseUrl: site.url })(login, { body: { email, password } });
  return createClient({
    baseUrl: site.url,
    headers: () => ({ authorization: `Bearer ${data.accessToken}` }),
  });
}

async function upload(site: Stack, call: Call): Promise<string> {
  const { email, password } = site.superadmin;
  const { data } = await call(login, { body: { email, password } });
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

async function until(call: Call, id: string, isReached: (video: Video) => boolean): Promise<void> {
  for (;;) {
    const { data } = await call(getVideo, { params: { id } });
    if (isReached(data.video)) return;
    await delay(POLL_MS);
  }
}

/** What an operator would do by hand: one ffmpeg for each rung, one after another, same codec, preset and rates. */
async function measureBaseline() {
  const startedAt = performance.now();
  const before = process.resourceUsage();
  const usage = await cpuSecondsOf(process.pid);
  for (const resolution of RESOLUTIONS) {
    const height = Number.parseInt(resolution, 10);
    await run('ffmpeg', [
      ...['-v', 'error', '-nostdin', '-y', '-i', clip, '-vf', `scale=-2:${height}`, '-c:v', 'libx264'],
      ...['-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '128k'],
      join(folder, `${resolution}.mp4`),
    ]);
  }
  const own = process.resourceUsage();
  const ownSeconds = (own.userCPUTime + own.systemCPUTime - before.userCPUTime - before.systemCPUTime) / 1e6;
  const cpuSeconds = (await cpuSecondsOf(process.pid)) - usage - ownSeconds;
  return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds };
}

/** Processor seconds of a process and of the children that it has waited for (proc(5), fields 14 to 17). */
async function cpuSecondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS_PER_SECOND;
}
