import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, open, rm, unlink } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { catalog } from '@larksong/contracts';
import { startMinio, toS3Settings } from '@larksong/service-kit/testing/minio';

import { readProcessorSeconds } from './process-figures.ts';
import { makeClip } from './transcode/clips.ts';
import { startSite, type Site } from './transcode/site.ts';

const run = promisify(execFile);
const MEGABYTES = Number(process.env['BENCH_MEGABYTES'] ?? 1000);
const ROUNDS = 3;
const BUCKET = 'uploads';

const folder = await mkdtemp(join(tmpdir(), 'larksong-bench-'));
const file = join(folder, 'video.mp4');
try {
  await makeLargeVideo();
  await compareOnSite('to a folder', {}, copyFile);
  const minio = await startMinio();
  if ('unavailable' in minio) throw new Error(minio.unavailable);
  try {
    const { endpoint, accessKey, secretKey } = minio;
    const s3 = toS3Settings(minio, BUCKET);
    const put = () =>
      run('curl', [
        ...['-sSf', '--aws-sigv4', 'aws:amz:us-east-1:s3', '--user', `${accessKey}:${secretKey}`],
        ...['-H', 'x-amz-content-sha256: UNSIGNED-PAYLOAD', '-T', file, `${endpoint}/${BUCKET}/plain`],
      ]);
    await compareOnSite('to an S3 server', s3, put);
  } finally {
    await minio.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Makes a short video that is followed by unused random bytes, as a valid `free` box. */
async function makeLargeVideo(): Promise<void> {
  const clip = await makeClip('calm', { folder, seconds: 2 });
  await run('cp', [clip.path, file]);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(MEGABYTES * 1_000_000, 0);
  head.write('free', 4);
  await appendFile(file, head);
  const noise = randomBytes(1_000_000);
  const handle = await open(file, 'a');
  for (let index = 0; index < MEGABYTES; index += 1)
    await handle.write(noise, 0, index === 0 ? noise.length - head.length : noise.length);
  await handle.close();
}

/** Copies the file as the baseline does, until it is on the disk. */
async function copyFile(): Promise<void> {
  const copy = join(folder, 'copy');
  await run('dd', [`if=${file}`, `of=${copy}`, 'bs=8M', 'conv=fsync', 'status=none']);
  await unlink(copy);
}

async function compareOnSite(
  name: string,
  settings: Record<string, string>,
  baseline: () => Promise<unknown>,
): Promise<void> {
  const site = await startSite(await mkdtemp(join(folder, 'data-')), 0, { all: settings });
  try {
    await compare(name, site, baseline);
  } finally {
    await site.stack.stop();
  }
}

async function compare(name: string, site: Site, baseline: () => Promise<unknown>): Promise<void> {
  const rounds: { baseline: number; upload: number; gateway: number; catalog: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const plain = await time(baseline);
    const before = await readSeconds(site);
    const upload = await time(() => sendUpload(site));
    const after = await readSeconds(site);
    rounds.push({
      baseline: plain,
      upload,
      gateway: after.gateway - before.gateway,
      catalog: after.catalog - before.catalog,
    });
  }
  const middle = rounds.toSorted((a, b) => a.baseline / a.upload - b.baseline / b.upload)[1];
  if (!middle) return;
  const speed = (seconds: number) => `${(MEGABYTES / seconds).toFixed(0)} MB/s`;
  console.log(
    `${name.padEnd(16)} plain ${speed(middle.baseline)}   through the gateway ${speed(middle.upload)}   ` +
      `ratio ${(middle.baseline / middle.upload).toFixed(2)}   processor: gateway ${middle.gateway.toFixed(2)} s, ` +
      `catalog ${middle.catalog.toFixed(2)} s for ${MEGABYTES} MB`,
  );
}

async function sendUpload({ stack, headers, call }: Site): Promise<void> {
  const { stdout } = await run('curl', [
    ...['-sSf', '-H', `authorization: ${headers.authorization}`, '-F', 'title=Large', '-F', `video=@${file}`],
    stack.localUrl + catalog.uploadVideo.path,
  ]);
  const { data } = JSON.parse(stdout) as { data: { video: { id: string } } }; // the envelope
  await call(catalog.deleteVideo, { params: { id: data.video.id } });
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

async function readSeconds({ stack }: Site): Promise<{ gateway: number; catalog: number }> {
  const secondsOf = (name: string) => readProcessorSeconds(stack.services[name]?.pid);
  return { gateway: await secondsOf('gateway'), catalog: await secondsOf('catalog') };
}
