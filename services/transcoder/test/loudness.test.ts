import type { catalog } from '@larksong/contracts';
import { createTestLogger } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { levelOf } from '../src/rules/loudness.ts';
import { measureLoudness as measureSource } from '../src/units/measure-loudness.ts';
import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { measureLoudness, type Measured } from './support/sounds.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

const SECONDS = 3;
/** Sounds of different dynamics, as inputs of ffmpeg; the beats of the drum are far above the rest. */
const KINDS = {
  chord: stereo('0.2*(sin(2*PI*220*t)+sin(2*PI*277*t)+sin(2*PI*330*t))*(0.7+0.3*sin(4*PI*t))'),
  'pink noise': `anoisesrc=c=pink:seed=7:r=48000:d=${SECONDS}`,
  drum: stereo('0.3*sin(2*PI*196*t)+1.9*sin(2*PI*1200*t)*exp(-200*mod(t,0.5))'),
  voice: stereo('0.5*sin(2*PI*180*t)*sin(2*PI*2300*t)*max(0,sin(2*PI*1.3*t))'),
} as const;
const NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[]; // its keys are the names
/** From -30 to -8 LUFS, in turn of each kind. */
const CLIPS = Array.from({ length: 20 }, (_, index) => ({
  index,
  kind: NAMES[index % NAMES.length] ?? 'chord',
  lufs: -30 + (22 * index) / 19,
}));

function stereo(samples: string): string {
  return `aevalsrc='${samples}|${samples}':s=48000:d=${SECONDS}`;
}

const pathOf = (index: number) => `${bench.folder}/clip-${index}.mkv`;

/** Writes the clips of a kind as raw samples, which may exceed full scale. */
async function makeClips(kind: keyof typeof KINDS): Promise<void> {
  const sound = ['-c:a', 'pcm_f32le', '-f', 'matroska'];
  const whole = await ffmpeg(['-f', 'lavfi', '-i', KINDS[kind], ...sound, 'pipe:1']);
  const { integratedLufs } = await measureLoudness(whole, { format: 'matroska' });
  const outputs = CLIPS.filter((clip) => clip.kind === kind).flatMap(({ index, lufs }) => [
    ...['-af', `volume=${(lufs - integratedLufs).toFixed(2)}dB`, ...sound, pathOf(index)],
  ]);
  await ffmpeg(['-f', 'matroska', '-i', 'pipe:0', ...outputs], whole);
}

/** Makes a video of one colour with a sound. */
async function makeVideo(name: string, seconds: number, sound: string[]): Promise<string> {
  const path = `${bench.folder}/${name}`;
  const picture = ['-f', 'lavfi', '-i', `color=s=64x64:r=5:d=${seconds}`, '-c:v', 'libx264'];
  await ffmpeg([...picture.slice(0, 4), ...sound, ...picture.slice(4), '-preset', 'ultrafast', path]);
  return path;
}

async function publish(videoId: string, plan: catalog.Plan): Promise<Measured> {
  const { segments } = await bench.run({ kind: 'audio', videoId, plan });
  return measureLoudness(await bench.join(segments, 'audio'), { format: 'mov' });
}

describe('the loudness of published videos', () => {
  it.each(NAMES)('clips from -30 to -8 LUFS are published at -16 LUFS and not clipped: %s', async (kind) => {
    const clips = CLIPS.filter((clip) => clip.kind === kind);
    await makeClips(kind);
    const [{ index: one } = { index: 0 }] = clips;
    const video = await makeVideo(`plan-${one}.mkv`, SECONDS, ['-i', pathOf(one), '-c:a', 'copy']);
    const plan = await bench.plan(await bench.addSource(video));
    const audio = { streamIndex: 0, codec: 'pcm_f32le', channels: 2, bitrate: 128_000 };
    const work = { tools: bench.tools, workDir: bench.workRoot, logger: createTestLogger() };
    for (const { index, lufs } of clips) {
      const source = {
        protocol: 'file',
        address: pathOf(index),
        failure: () => undefined,
        close() {},
      } as const;
      const windows = [{ fromSeconds: 0, lengthSeconds: SECONDS }];
      const signal = new AbortController().signal;
      const sound = { demuxer: 'matroska', streamIndex: 0 } as const;
      const loudness = await measureSource({ ...work, source, signal }, sound, windows);
      if (!loudness) throw new Error('the loudness was not measured');
      const level = levelOf({ ...loudness, isWhole: true });
      if (index === one) expect(plan.audio?.level).toEqual(level);
      const ofClip = { ...plan, video: { ...plan.video, streamIndex: 0 }, audio: { ...audio, level } };
      const published = await publish(await bench.addSource(pathOf(index)), ofClip);
      const what = `${kind} of ${lufs.toFixed(1)} LUFS at ${JSON.stringify(level)}`;
      expect(Math.abs(published.integratedLufs + 16), what).toBeLessThan(1);
      expect(published.samplePeakDb, what).toBeLessThan(0);
      expect(published.truePeakDb, what).toBeLessThanOrEqual(-1);
    }
    expect(clips).toHaveLength(5);
  });

  it('a long video is measured in windows and published at -16 LUFS', async () => {
    const parts = `aevalsrc='0.1*sin(2*PI*330*t)*(1+0.5*sin(2*PI*t))*if(mod(floor(t/11),2),0.3,1)':s=8000:d=130`;
    const path = await makeVideo('long.mkv', 130, ['-f', 'lavfi', '-i', parts, '-c:a', 'pcm_s16le']);
    const videoId = await bench.addSource(path);
    const plan = await bench.plan(videoId);
    expect(plan.audio?.level).toMatchObject({ limited: true });
    const published = await publish(videoId, plan);
    expect(Math.abs(published.integratedLufs + 16)).toBeLessThan(2);
    expect(published.samplePeakDb).toBeLessThan(0);
  });

  it('an interrupted audio unit is continued at the same loudness, bit for bit', async () => {
    const drum = KINDS.drum.replace(`d=${SECONDS}`, 'd=21');
    const path = await makeVideo('redone.mkv', 21, ['-f', 'lavfi', '-i', drum, '-c:a', 'pcm_f32le']);
    const videoId = await bench.addSource(path);
    const plan = await bench.plan(videoId);
    expect(plan.audio?.level).toMatchObject({ limited: true });
    const killed = new AbortController();
    const before: catalog.Segment[] = [];
    const first = bench.run({
      kind: 'audio',
      videoId,
      plan,
      signal: killed.signal,
      onSegments: (segments) => {
        before.push(...segments);
        killed.abort(new Error('the worker was killed'));
      },
    });
    await expect(first).rejects.toThrow('the worker was killed');
    const { segments } = await bench.run({ kind: 'audio', videoId, plan });
    expect(before.length).toBeGreaterThan(0);
    expect(before.length).toBeLessThan(segments.length);
    for (const [index, segment] of before.entries()) {
      expect(segment.initKey.split('/').at(-1)).toBe(segments[index]?.initKey.split('/').at(-1));
      expect((await bench.read(segment.key)).equals(await bench.read(segments[index]?.key ?? ''))).toBe(true);
    }
  });

  it.each([
    ['silence', 3, ['anullsrc=d=3']],
    ['a sound of 0.3 s', 0.4, ['sine=f=440:d=0.3']],
  ])('a sound without a measurable loudness stays as it is: %s', async (_name, seconds, [sound = '']) => {
    const path = await makeVideo('plain.mkv', seconds, ['-f', 'lavfi', '-i', sound, '-c:a', 'pcm_s16le']);
    const videoId = await bench.addSource(path);
    const plan = await bench.plan(videoId);
    expect(plan.audio).toMatchObject({ streamIndex: 1 });
    expect(plan.audio?.level).toBeUndefined();
    expect((await bench.run({ kind: 'audio', videoId, plan })).segments).toHaveLength(1);
  });

  it('sound that goes on after the last picture is not measured', async () => {
    const loudLater = `aevalsrc='if(lt(t,4),0.02,0.5)*sin(2*PI*330*t)':s=48000:d=20`;
    const path = await makeVideo('longer.mkv', 4, ['-f', 'lavfi', '-i', loudLater, '-c:a', 'pcm_s16le']);
    const plan = await bench.plan(await bench.addSource(path));
    expect(plan.audio?.level?.gainDb).toBe(15);
  });
});
