import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { catalog } from '@larksong/contracts';
import { isLongRun, readCount } from '@larksong/service-kit/testing/random';

import { readInit, readSegment } from '../src/rules/segment/boxes.ts';
import { durationOf } from '../src/rules/segment/fragment.ts';
import { divideRate, formatFrameRate, parseFrameRate } from '../src/rules/timing/frame-rate.ts';
import { createBench, cut, type Bench } from './support/bench.ts';
import { makeNumberedClip, readNumbers } from './support/clips.ts';

/** The first one is fast, so that lower rungs have half of it, and not whole. */
const RATES = ['60000/1001', '30000/1001', '25/1', '24000/1001', '30/1', '50/1', '60/1'].slice(
  0,
  readCount('CONSTANT_RATES', 1),
);

/** Of a clip in three segments by day, the last of which is short, and in four in the long run. */
const SECONDS = isLongRun ? 13.3 : 9.3;

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

/** Three small rungs like those of the ladder: the lower ones have half the rate if the source is fast. */
function smallRungs(plan: catalog.Plan): catalog.Rung[] {
  const rate = parseFrameRate(plan.video.frameRate);
  if (!rate) throw new Error('the plan has no frame rate');
  const slow = rate.numerator / rate.denominator > 33 ? divideRate(rate, 2) : rate;
  const rung = { maxBitrate: 800_000, bufferBits: 1_600_000, codecs: 'avc1.64001e' };
  return [
    { ...rung, resolution: '720p', width: 160, height: 64, frameRate: formatFrameRate(rate) },
    { ...rung, resolution: '480p', width: 120, height: 48, frameRate: formatFrameRate(slow) },
    { ...rung, resolution: '360p', width: 80, height: 32, frameRate: formatFrameRate(slow) },
  ];
}

async function encodeInChunks(
  videoId: string,
  plan: catalog.Plan,
  counts: number[],
): Promise<catalog.Segment[]> {
  const segments: catalog.Segment[] = [];
  for (const chunk of cut(plan, counts)) {
    const done = await bench.run({ kind: 'video-chunk', videoId, plan, chunk });
    expect(done.result).toEqual({ kind: 'video-chunk', segmentCount: chunk.segmentCount });
    segments.push(...done.segments);
  }
  return segments;
}

/** Expects that `tfdt` plus durations is continuous, exact in ticks, across all borders of segments and chunks. */
async function expectUnbroken(
  segments: catalog.Segment[],
  rung: catalog.Rung,
  pauseSeconds = 0,
): Promise<number> {
  const own = segments.filter((segment) => segment.rendition === rung.resolution);
  let end = 0;
  let timescale = 1;
  for (const [position, segment] of own.entries()) {
    expect(segment.index).toBe(position);
    timescale = readInit(await bench.read(segment.initKey)).timescale;
    const fragment = readSegment(await bench.read(segment.key));
    expect(fragment.decodeTime).toBe(end);
    expect(segment.startSeconds).toBe(end / timescale);
    expect(segment.startSeconds).toBeGreaterThanOrEqual(4 * position);
    expect(segment.startSeconds).toBeLessThan(4 * position + 0.1 + pauseSeconds);
    end += durationOf(fragment);
  }
  return end / timescale;
}

function expectOneGrid(segments: catalog.Segment[], plan: catalog.Plan): void {
  const slowest = Math.max(...plan.rungs.map((rung) => 1 / toNumber(rung.frameRate)));
  for (const [index, same] of Map.groupBy(segments, (segment) => segment.index)) {
    const starts = same.map((segment) => segment.startSeconds);
    expect(starts.length, `segment ${index}`).toBe(plan.rungs.length);
    expect(Math.max(...starts) - Math.min(...starts)).toBeLessThanOrEqual(slowest + 1e-9);
  }
}

/** Expects that all chunks of a rung have the same init segment. */
async function expectOneInit(segments: catalog.Segment[], rung: catalog.Rung): Promise<void> {
  const own = segments.filter((segment) => segment.rendition === rung.resolution);
  expect(new Set(own.map((segment) => segment.initKey)).size).toBe(1);
  expect(readInit(await bench.read(own[0]?.initKey ?? '')).codecs).toBe(rung.codecs);
}

function toNumber(rate: string): number {
  const [numerator, denominator] = rate.split('/').map(Number);
  return (numerator ?? 0) / (denominator ?? 1);
}

describe('chunks at a constant rate', () => {
  it.each(RATES)(
    'chunks neither lose nor duplicate a frame, and share the init segment of their rung, at %s',
    async (rate) => {
      const frames = Math.round(SECONDS * toNumber(rate));
      const path = `${bench.folder}/constant.mp4`;
      await makeNumberedClip(path, { rate, frames, output: ['-g', '37'] });
      const videoId = await bench.addSource(path);
      const planned = await bench.plan(videoId);
      expect(planned).toMatchObject({ seekable: true, startSeconds: 0 });
      expect(planned.video).toMatchObject({ frameRate: rate, variableFrameRate: false });
      expect(planned.durationSeconds).toBeCloseTo(frames / toNumber(rate), 4);
      const plan = { ...planned, rungs: smallRungs(planned) };
      const segments = await encodeInChunks(videoId, plan, [1, 2, 1]);
      expectOneGrid(segments, plan);
      for (const rung of plan.rungs) {
        const every = Math.round(toNumber(rate) / toNumber(rung.frameRate));
        const seconds = await expectUnbroken(segments, rung, 0.3);
        const count = Math.ceil(frames / every);
        expect(seconds).toBeCloseTo(count / toNumber(rung.frameRate), 6);
        const video = await bench.join(segments, rung.resolution);
        expect(await readNumbers(video, { isStrict: true })).toEqual(
          Array.from({ length: count }, (_, i) => i * every),
        );
        await expectOneInit(segments, rung);
      }
    },
  );

  it.runIf(isLongRun)(
    'the first segments are the same, byte for byte, from two processes on two processors as from one',
    async () => {
      const path = `${bench.folder}/first.mp4`;
      await makeNumberedClip(path, { rate: '60000/1001', frames: 500 });
      const videoId = await bench.addSource(path);
      const planned = await bench.plan(videoId);
      const plan = { ...planned, rungs: smallRungs(planned) };
      const [chunk] = cut(plan, [1]);
      if (!chunk) throw new Error('the plan has no first chunk');
      const work = { kind: 'video-chunk', videoId, plan, chunk } as const;
      const one = await bench.run({ ...work, tools: { threads: 1 } });
      const two = await bench.run({ ...work, tools: { threads: 2 } });
      for (const rung of plan.rungs) {
        const ofOne = await bench.join(one.segments, rung.resolution);
        expect(ofOne.length).toBeGreaterThan(1000);
        expect((await bench.join(two.segments, rung.resolution)).equals(ofOne), rung.resolution).toBe(true);
      }
    },
  );

  it.runIf(isLongRun)('chunks are exact far into a long video', async () => {
    const path = `${bench.folder}/long.mp4`;
    await makeNumberedClip(path, { rate: '25/2', frames: 1000, output: ['-g', '50'] });
    const videoId = await bench.addSource(path);
    const planned = await bench.plan(videoId);
    const plan = { ...planned, rungs: smallRungs(planned).slice(0, 1) };
    const segments = await encodeInChunks(videoId, plan, [1, 7, 6, 6]);
    const video = await bench.join(segments, '720p');
    expect(await readNumbers(video)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
  });
});

describe('chunks at a variable rate', () => {
  it.runIf(isLongRun)('chunks at a variable rate keep the time of every frame', async () => {
    const path = `${bench.folder}/variable.mp4`;
    const drop = "select='not(eq(mod(n,7),3))*not(between(mod(n,97),40,55))*not(between(n,118,125))'";
    const output = ['-vf', drop, '-fps_mode', 'vfr', '-g', '31'];
    await makeNumberedClip(path, { rate: '30/1', frames: 450, output });
    const videoId = await bench.addSource(path);
    const planned = await bench.plan(videoId);
    expect(planned).toMatchObject({ seekable: true });
    expect(planned.video.variableFrameRate).toBe(true);
    const plan = { ...planned, rungs: smallRungs(planned) };
    const segments = await encodeInChunks(videoId, plan, [1, 1, 2]);
    expectOneGrid(segments, plan);
    const kept = Array.from({ length: 450 }, (_, n) => n).filter(
      (n) => n % 7 !== 3 && !(n % 97 >= 40 && n % 97 <= 55) && !(n >= 118 && n <= 125),
    );
    for (const rung of plan.rungs) {
      await expectUnbroken(segments, rung, 0.3);
      const video = await bench.join(segments, rung.resolution);
      expect(await readNumbers(video, { isStrict: true })).toEqual(kept);
      expect(await shownAt(segments, rung)).toEqual(kept.map((n) => n * 3000));
    }
  });
});

/** Returns the presentation times of all frames in ticks of 1/90000 s. */
async function shownAt(segments: catalog.Segment[], rung: catalog.Rung): Promise<number[]> {
  const times: number[] = [];
  for (const segment of segments.filter((candidate) => candidate.rendition === rung.resolution)) {
    const fragment = readSegment(await bench.read(segment.key));
    let decodeTime = fragment.decodeTime;
    for (const sample of fragment.samples) {
      times.push(decodeTime + sample.compositionOffset);
      decodeTime += sample.duration;
    }
  }
  return times.sort((a, b) => a - b);
}
