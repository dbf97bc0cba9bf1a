import { readFile, readdir, writeFile } from 'node:fs/promises';

import { catalog } from '@larksong/contracts';
import type { Storage } from '@larksong/service-kit/storage';
import { isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { InfrastructureError, InputError } from '../src/failure.ts';
import { runFfmpeg } from '../src/media/ffmpeg.ts';
import { createFolder } from '../src/media/work-folder.ts';
import { createBench, cut, decode, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { processesWith } from './support/processes.ts';
import { transcode, type WholeVideo } from './support/whole-video.ts';

let bench: Bench;
let path: string;
let video: WholeVideo;
beforeAll(async () => {
  bench = await createBench();
  path = `${bench.folder}/clip.mp4`;
  // Two seconds of black first, as many films begin.
  const picture = "testsrc2=s=160x90:r=25:d=13,drawbox=c=black:t=fill:enable='lt(t,4)'";
  await ffmpeg(
    [
      ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=d=13', '-movflags', '+faststart'],
      ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '50', '-c:a', 'aac', path],
    ].flat(),
  );
  video = await transcode(bench, path, { counts: [1, 2, 1] });
});
afterAll(() => bench.close());

/** The same objects without local paths, like remote storage. */
function remote(storage: Storage, get: Storage['get'] = (key, range) => storage.get(key, range)): Storage {
  return {
    driver: 's3',
    get,
    localPath: () => undefined,
    put: (key, body, options) => storage.put(key, body, options),
    stat: (key) => storage.stat(key),
    list: (prefix) => storage.list(prefix),
    delete: (key) => storage.delete(key),
  } as Partial<Storage> as Storage; // only the methods that a unit needs
}

describe('a source that is not on this machine', () => {
  it('a remote source, read by range through the worker, yields the same segments', async () => {
    const { plan, videoId } = video;
    for (const chunk of cut(plan, [1, 2, 1])) {
      const far = await bench.run({
        kind: 'video-chunk',
        videoId,
        plan,
        chunk,
        storage: remote(bench.storage),
      });
      for (const segment of far.segments) {
        const near = video.segments.find(
          (s) => s.rendition === segment.rendition && s.index === segment.index,
        );
        expect(await bench.read(segment.key)).toEqual(await bench.read(near?.key ?? ''));
      }
    }
  });

  it('a storage failure is not blamed on the file', async () => {
    const { plan, videoId } = video;
    const broken = remote(bench.storage, async () => {
      throw new Error('storage is away');
    });
    const chunk = cut(plan, [1, 2, 1])[1];
    const run = bench.run({
      kind: 'video-chunk',
      videoId,
      plan,
      ...(chunk ? { chunk } : {}),
      storage: broken,
    });
    await expect(run).rejects.toThrow(InfrastructureError);
  });
});

describe('a chunk', () => {
  it('a chunk resumed in the middle yields the same segments as an uninterrupted one', async () => {
    const { plan, videoId } = video;
    const redone = await bench.run({
      kind: 'video-chunk',
      videoId,
      plan,
      chunk: { startSeconds: 8, endSeconds: 12, firstSegment: 2, segmentCount: 1 },
    });
    const before = video.segments.find((s) => s.rendition === '360p' && s.index === 2);
    expect(redone.segments).toHaveLength(1);
    expect(redone.segments[0]).toMatchObject({
      startSeconds: before?.startSeconds,
      durationSeconds: before?.durationSeconds,
      initKey: before?.initKey,
    });
  });

  it('a chunk blames a file that ends early, also in the middle of the video', async () => {
    const { videoId } = video;
    const plan: catalog.Plan = { ...video.plan, durationSeconds: 40 };
    for (const chunk of [
      { startSeconds: 4, endSeconds: 28, firstSegment: 1, segmentCount: 6 },
      { startSeconds: 4, endSeconds: 40, firstSegment: 1, segmentCount: 9 },
    ]) {
      const run = bench.run({ kind: 'video-chunk', videoId, plan, chunk });
      await expect(run).rejects.toThrow(/^The file is cut off: it should last 0:40 but ends after 0:1[23]\./);
      await expect(run).rejects.toThrow(InputError);
    }
  });

  it('the last chunk may be slightly shorter than planned', async () => {
    const { videoId } = video;
    const plan: catalog.Plan = { ...video.plan, durationSeconds: 13.8 };
    const chunk = { startSeconds: 4, endSeconds: 13.8, firstSegment: 1, segmentCount: 3 };
    const { result, segments } = await bench.run({ kind: 'video-chunk', videoId, plan, chunk });
    expect(result).toEqual({ kind: 'video-chunk', segmentCount: 3 });
    // The last frame is repeated once, unless the plan ends with it.
    expect((segments.at(-1)?.startSeconds ?? 0) + (segments.at(-1)?.durationSeconds ?? 0)).toBe(13.04);
  });
});

describe('extras', () => {
  it('extras contain a small thumbnail that is not black, and tiles for the seek bar', async () => {
    const thumbnail = await bench.read(video.extras.thumbnailKey);
    expect(thumbnail.length).toBeLessThanOrEqual(25_000);
    const gray = await ffmpeg(
      ['-f', 'mjpeg', '-i', 'pipe:0', '-vf', 'scale=1:1,format=gray', '-f', 'rawvideo', 'pipe:1'],
      thumbnail,
    );
    expect(gray[0]).toBeGreaterThan(40);
    const { storyboard } = video.extras;
    expect(storyboard).toMatchObject({
      intervalSeconds: 2,
      columns: 7,
      rows: 1,
      tileWidth: 160,
      tileHeight: 90,
    });
    const tiles = await ffmpeg(
      ['-f', 'mjpeg', '-i', 'pipe:0', '-vf', 'scale=7:1:flags=area,format=gray', '-f', 'rawvideo', 'pipe:1'],
      await bench.read(storyboard?.key ?? ''),
    );
    expect(tiles.length).toBe(7);
    expect([...tiles].map((value) => value > 40)).toEqual([false, false, true, true, true, true, true]);
  });

  it.runIf(isLongRun).each([
    ['H.264', '-c:v libx264 -preset ultrafast -sc_threshold 0'],
    ['AV1', '-c:v libsvtav1 -preset 10'], // its decoder returns what an edit list skips
  ])('the pictures of a clip of %s show nothing that was trimmed', async (_codec, encode) => {
    const [whole, trimmed] = [`${bench.folder}/whole.mp4`, `${bench.folder}/trimmed.mp4`];
    const pictures = "color=red:s=96x54:r=25:d=9,drawbox=c=blue:t=fill:enable='gte(t,3)'";
    const encoder = [...encode.split(' '), '-g', '500', '-pix_fmt', 'yuv420p'];
    await ffmpeg(['-f', 'lavfi', '-i', pictures, ...encoder, whole]);
    await ffmpeg(['-ss', '3.2', '-i', whole, '-c', 'copy', trimmed]);
    const { plan, extras, segments } = await transcode(bench, trimmed);
    expect(plan).toMatchObject({ startSeconds: 0, durationSeconds: 5.8 });
    const colourOf = async (format: string[], picture: Buffer) => {
      const scale = [
        '-vf',
        'scale=1:1:flags=area,format=rgb24',
        '-frames:v',
        '1',
        '-f',
        'rawvideo',
        'pipe:1',
      ];
      const [red = 0, , blue = 0] = await ffmpeg([...format, '-i', 'pipe:0', ...scale], picture);
      return blue > 150 && red < 60 ? 'blue' : `red ${red}, blue ${blue}`;
    };
    const jpeg = ['-f', 'mjpeg'];
    expect(await colourOf(jpeg, await bench.read(extras.thumbnailKey))).toBe('blue');
    expect(await colourOf(jpeg, await bench.read(extras.storyboard?.key ?? ''))).toBe('blue');
    expect(await colourOf([], await bench.join(segments, '360p'))).toBe('blue');
  });

  it('a video without a storyboard is finished if ffmpeg cannot make one', async () => {
    const { videoId, plan, segments } = video;
    const tools = { ffmpeg: '/bin/false' };
    const { result } = await bench.run({ kind: 'finish', videoId, plan, segments, tools });
    expect(result).toEqual({ kind: 'finish', durationSeconds: 13, storyboard: null });
  });
});

describe('finish', () => {
  const finish = (segments: catalog.Segment[], plan = video.plan) =>
    bench.run({ kind: 'finish', videoId: video.videoId, plan, segments });

  it('finish deletes exactly the objects that belong to no segment', async () => {
    const stray = `videos/${video.videoId}/1/360p/${crypto.randomUUID()}/00000.m4s`;
    await bench.storage.put(stray, Buffer.from('left by a worker that died'));
    const { result } = await finish(video.segments);
    expect(result).toMatchObject({ kind: 'finish', durationSeconds: 13, storyboard: { intervalSeconds: 2 } });
    expect(await bench.storage.stat(stray)).toBeUndefined();
    for (const key of [
      catalog.sourceKey(video.videoId),
      video.extras.thumbnailKey,
      video.segments[0]?.key ?? '',
    ])
      expect(await bench.storage.stat(key)).toBeDefined();
  });

  it('finish rejects a deleted, truncated, misplaced or missing segment, whatever the list says', async () => {
    const [first, second] = video.segments;
    if (!first || !second) throw new Error('there are no segments');
    const others = video.segments.slice(2);
    await expect(finish([{ ...first, key: `${first.key}x` }, second, ...others])).rejects.toThrow(
      /not in storage as/,
    );
    await expect(finish([{ ...first, sizeBytes: first.sizeBytes - 1 }, second, ...others])).rejects.toThrow(
      InfrastructureError,
    );
    await expect(finish([first, ...others])).rejects.toThrow(/has no segment 1/);
    const swapped = [{ ...second, index: 0 }, { ...first, index: 1 }, ...others];
    await expect(finish(swapped)).rejects.toThrow(/does not begin where/);
    await expect(finish(video.segments, { ...video.plan, durationSeconds: 30 })).rejects.toThrow(/cut off/);
  });
});

describe('ffmpeg', () => {
  const endless = {
    inputOptions: ['-nostdin', '-loglevel', 'error', '-re', '-stream_loop', '-1'],
    filter: '',
    outputs: [{ options: ['-c', 'copy', '-f', 'null'], path: '-' }],
  };
  const source = () => ({ protocol: 'file' as const, address: path, failure: () => undefined, close() {} });

  it('ffmpeg is stopped by its time limit and by an abort signal', async () => {
    const workDir = await createFolder(`${bench.workRoot}/limits`, bench.tools.isolation);
    const abort = new AbortController();
    const slow = runFfmpeg(bench.tools, endless, {
      source: source(),
      workDir,
      signal: abort.signal,
      timeoutMs: 300,
    });
    await expect(slow).rejects.toMatchObject({ reason: 'timeout' });
    const aborted = runFfmpeg(bench.tools, endless, {
      source: source(),
      workDir,
      signal: abort.signal,
      timeoutMs: 60_000,
    });
    setTimeout(() => abort.abort(new Error('enough')), 300);
    await expect(aborted).rejects.toThrow('enough');
    expect(processesWith(workDir)).toEqual([]);
  });

  // Without a sandbox and without root, nothing can confine it.
  const canConfine = process.getuid?.() === 0;

  it.runIf(canConfine)('ffmpeg can neither read other files nor write elsewhere', async () => {
    const workDir = await createFolder(`${bench.workRoot}/sandbox`, bench.tools.isolation);
    const secret = `${bench.folder}/secret.mp4`;
    await writeFile(secret, await readFile(path), { mode: 0o600 });
    const run = (input: string, output: string) =>
      runFfmpeg(
        bench.tools,
        {
          inputOptions: ['-nostdin', '-i', input],
          filter: '',
          outputs: [
            { options: ['-map', '0:v', '-c', 'copy', '-movflags', '+faststart', '-f', 'mp4'], path: output },
          ],
        },
        { source: source(), workDir, signal: new AbortController().signal, timeoutMs: 20_000 },
      );
    await expect(run(secret, `${workDir}/stolen.mp4`)).rejects.toMatchObject({ reason: 'exit' });
    await expect(run(path, `${bench.folder}/escaped.mp4`)).rejects.toMatchObject({ reason: 'exit' });
    expect(await readdir(bench.folder)).not.toContain('escaped.mp4');
    await run(path, `${workDir}/own.mp4`);
    await decode(await readFile(`${workDir}/own.mp4`));
  });
});
