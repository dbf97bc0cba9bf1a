import { writeFile } from 'node:fs/promises';

import type { catalog } from '@larksong/contracts';
import { createTestLogger } from '@larksong/service-kit/testing';
import { firstKinds, isLongRun, readCount } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { levelOf, type AudioLevel } from '../src/rules/sound/loudness.ts';
import { measureLoudness } from '../src/units/measure-loudness.ts';
import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { writeProgram } from './support/programs.ts';
import { measureAll } from './support/sounds.ts';

let bench: Bench;
/** The plan of a clip with a picture, for sounds of the same length. */
let plan: catalog.Plan;
beforeAll(async () => {
  bench = await createBench();
  await makeClips();
  plan = await bench.plan(await bench.addSource(PICTURED));
});
afterAll(() => bench?.close());

const SECONDS = 3;
/** Sounds of different dynamics, as inputs of ffmpeg; the beats of the drum are far above the rest. */
const KINDS = {
  chord: stereo('0.2*(sin(2*PI*220*t)+sin(2*PI*277*t)+sin(2*PI*330*t))*(0.7+0.3*sin(4*PI*t))'),
  'pink noise': `anoisesrc=c=pink:seed=7:r=48000:d=${SECONDS}`,
  drum: stereo('0.3*sin(2*PI*196*t)+1.9*sin(2*PI*1200*t)*exp(-200*mod(t,0.5))'),
  voice: stereo('0.5*sin(2*PI*180*t)*sin(2*PI*2300*t)*max(0,sin(2*PI*1.3*t))'),
} as const;
const NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[]; // its keys are the names
const COUNT = readCount('LOUDNESS_CLIPS', 4);
/** From -30 to -8 LUFS, in turn of each kind. */
const CLIPS = Array.from({ length: COUNT }, (_, index) => ({
  index,
  kind: NAMES[index % NAMES.length] ?? 'chord',
  lufs: -30 + (22 * index) / (COUNT - 1),
}));

function stereo(samples: string): string {
  return `aevalsrc='${samples}|${samples}':s=48000:d=${SECONDS}`;
}

const pathOf = (name: string | number) => `${bench.folder}/clip-${name}.mkv`;
const FLOATS = ['-c:a', 'pcm_f32le'];
/** The first clip with a picture. */
let PICTURED: string;
const pictureOf = (seconds: number) => ['-f', 'lavfi', '-i', `color=s=64x64:r=5:d=${seconds}`];
const SMALL = ['-c:v', 'libx264', '-preset', 'ultrafast'];

/** Writes all clips as raw samples, which may exceed full scale. */
async function makeClips(): Promise<void> {
  PICTURED = pathOf('pictured');
  const inputs = NAMES.map((kind) => ['-f', 'lavfi', '-i', KINDS[kind]]);
  const measured = await measureAll(inputs);
  const outputs = CLIPS.flatMap(({ index, kind, lufs }) => {
    const input = NAMES.indexOf(kind);
    const gain = `volume=${(lufs - (measured[input]?.integratedLufs ?? 0)).toFixed(2)}dB`;
    const sound = ['-map', `${input}:a`, '-af', gain, ...FLOATS];
    const picture = ['-map', `${NAMES.length}:v`, ...SMALL, ...sound, PICTURED];
    return [...sound, pathOf(index), ...(index === 0 ? picture : [])];
  });
  await ffmpeg([...inputs.flat(), ...pictureOf(SECONDS), ...outputs]);
}

/** Makes a video of one colour with a sound. */
async function makeVideo(name: string, seconds: number, sound: string[]): Promise<string> {
  await ffmpeg([...pictureOf(seconds), ...sound, ...SMALL, pathOf(name)]);
  return pathOf(name);
}

/** Returns the level of a file without a picture; undefined if it cannot be measured. */
async function findLevel(
  path: string,
  codec = 'pcm_f32le',
  tools = bench.tools,
): Promise<AudioLevel | undefined> {
  const source = { protocol: 'file', address: path, failure: () => undefined, close() {} } as const;
  const { signal } = new AbortController();
  const job = { source, signal, tools, workDir: bench.workRoot, logger: createTestLogger() };
  const windows = [{ fromSeconds: 0, lengthSeconds: SECONDS }];
  const loudness = await measureLoudness(job, { demuxer: 'matroska', streamIndex: 0, codec }, windows);
  return loudness && levelOf({ ...loudness, isWhole: true });
}

/** Publishes the sound of a file without a picture and returns the path of the rendition. */
async function publishSound(path: string, audio: Partial<catalog.Plan['audio']>): Promise<string> {
  const own = { streamIndex: 0, codec: 'pcm_f32le', channels: 2, bitrate: 128_000, ...audio };
  return publish(await bench.addSource(path), {
    ...plan,
    video: { ...plan.video, streamIndex: 0 },
    audio: own,
  });
}

async function publish(videoId: string, ofVideo: catalog.Plan): Promise<string> {
  const { segments } = await bench.run({ kind: 'audio', videoId, plan: ofVideo });
  const path = `${bench.folder}/${videoId}.mp4`;
  await writeFile(path, await bench.join(segments, 'audio'));
  return path;
}

const inputOf = (path: string) => ['-i', path];

describe('the loudness of published videos', () => {
  it.each(firstKinds('SOURCE_KINDS', 2, ['voice', 'chord', 'drum', 'pink noise'] as const))(
    'clips from -30 to -8 LUFS are published at -16 LUFS and not clipped: %s',
    async (kind) => {
      const clips = CLIPS.filter((clip) => clip.kind === kind);
      const levels: (AudioLevel | undefined)[] = [];
      const paths: string[] = [];
      for (const { index } of clips) {
        const level = await findLevel(pathOf(index));
        if (!level) throw new Error('the loudness was not measured');
        if (index === 0) expect(plan.audio?.level).toEqual(level);
        levels.push(level);
        paths.push(await publishSound(pathOf(index), { level }));
      }
      const measured = await measureAll(paths.map(inputOf));
      for (const [place, { lufs }] of clips.entries()) {
        const what = `${kind} of ${lufs.toFixed(1)} LUFS at ${JSON.stringify(levels[place])}`;
        const { integratedLufs, samplePeakDb, truePeakDb } = measured[place] ?? {};
        expect(Math.abs((integratedLufs ?? 0) + 16), what).toBeLessThan(1);
        expect(samplePeakDb, what).toBeLessThan(0);
        expect(truePeakDb, what).toBeLessThanOrEqual(-1);
      }
      expect(clips).toHaveLength(COUNT / NAMES.length);
    },
  );

  it.runIf(isLongRun)('a long video is measured in windows and published at -16 LUFS', async () => {
    // It repeats itself every 22 s, so that two rounds are as loud as the whole.
    const parts = `aevalsrc='0.1*sin(2*PI*330*t)*(1+0.5*sin(2*PI*t))*if(mod(floor(t/11),2),0.3,1)':s=8000:d=130`;
    const path = await makeVideo('long', 130, ['-f', 'lavfi', '-i', parts, '-c:a', 'pcm_s16le']);
    const videoId = await bench.addSource(path);
    const ofVideo = await bench.plan(videoId);
    expect(ofVideo.audio?.level).toMatchObject({ limited: true });
    const [published] = await measureAll([
      inputOf(await publish(videoId, { ...ofVideo, durationSeconds: 44 })),
    ]);
    expect(Math.abs((published?.integratedLufs ?? 0) + 16)).toBeLessThan(2);
    expect(published?.samplePeakDb).toBeLessThan(0);
  });

  it.runIf(isLongRun)(
    'an interrupted audio unit is continued at the same loudness, bit for bit',
    async () => {
      const drum = KINDS.drum.replace(`d=${SECONDS}`, 'd=21');
      const path = await makeVideo('redone', 21, ['-f', 'lavfi', '-i', drum, ...FLOATS]);
      const videoId = await bench.addSource(path);
      const ofVideo = await bench.plan(videoId);
      expect(ofVideo.audio?.level).toMatchObject({ limited: true });
      const killed = new AbortController();
      const before: catalog.Segment[] = [];
      const first = bench.run({
        kind: 'audio',
        videoId,
        plan: ofVideo,
        signal: killed.signal,
        onSegments: (segments) => {
          before.push(...segments);
          killed.abort(new Error('the worker was killed'));
        },
      });
      await expect(first).rejects.toThrow('the worker was killed');
      const { segments } = await bench.run({ kind: 'audio', videoId, plan: ofVideo });
      expect(before.length).toBeGreaterThan(0);
      expect(before.length).toBeLessThan(segments.length);
      for (const [index, segment] of before.entries()) {
        expect(segment.initKey.split('/').at(-1)).toBe(segments[index]?.initKey.split('/').at(-1));
        expect((await bench.read(segment.key)).equals(await bench.read(segments[index]?.key ?? ''))).toBe(
          true,
        );
      }
    },
  );

  it.runIf(isLongRun)(
    'sound that continues after the last picture is measured as well, since it is published',
    async () => {
      const loudLater = `aevalsrc='if(lt(t,4),0.02,0.5)*sin(2*PI*330*t)':s=48000:d=20`;
      const path = await makeVideo('longer', 4, ['-f', 'lavfi', '-i', loudLater, '-c:a', 'pcm_s16le']);
      const { audio } = await bench.plan(await bench.addSource(path));
      expect(Math.abs((audio?.level?.gainDb ?? 0) + 6.2)).toBeLessThan(0.3);
    },
  );
});

describe('a sound whose loudness cannot be measured', () => {
  it.each(
    firstKinds('SOURCE_KINDS', 1, [
      ['silence', 3, 'anullsrc=d=3'],
      ['a sound of 0.2 s in a longer video', 3, 'sine=f=440:d=0.2'],
      ['a sound of 0.3 s', 0.4, 'sine=f=440:d=0.3'],
    ]),
  )('a sound without a measurable loudness stays as it is: %s', async (_name, seconds, sound) => {
    const path = await makeVideo('plain', seconds, ['-f', 'lavfi', '-i', sound, '-c:a', 'pcm_s16le']);
    const videoId = await bench.addSource(path);
    const ofVideo = await bench.plan(videoId);
    expect(ofVideo.audio).toMatchObject({ streamIndex: 1 });
    expect(ofVideo.audio?.level).toBeUndefined();
    expect((await bench.run({ kind: 'audio', videoId, plan: ofVideo })).segments).toHaveLength(1);
  });

  it.runIf(isLongRun)('a video is planned without a level if its loudness cannot be measured', async () => {
    const failing = async (name: string, how: string) => {
      const lines = [`case "$*" in *ebur128*) ${how} ;; esac`, 'exec ffmpeg "$@"'];
      return { ...bench.tools, ffmpeg: await writeProgram(bench.workRoot, name, lines) };
    };
    const videoId = await bench.addSource(PICTURED);
    const tools = await failing('failing', 'exit 1');
    const { result } = await bench.run({ kind: 'plan', videoId, tools });
    if (result.kind !== 'plan') throw new Error('a plan unit returned another result');
    const { audio, ...rest } = result.plan;
    expect({ ...rest, audio: { ...audio, level: plan.audio?.level } }).toEqual(plan);
    expect(audio?.level).toBeUndefined();
    for (const signal of ['SEGV', 'KILL']) {
      const killed = await failing(signal, `kill -${signal} $$`);
      expect(await findLevel(pathOf(0), 'pcm_f32le', killed)).toBeUndefined();
    }
  });
});

describe('odd sounds', () => {
  const TONE = '0.06*sin(2*PI*330*t)';
  const GARBAGE = `if(eq(n,9000),0/0,if(eq(n,9100),1/0,if(eq(n,9200),-1/0,if(eq(n,9300),1e30,${TONE}))))`;
  const ODD = {
    'six channels': [`aevalsrc='${TONE}|0|${TONE}|0.3*sin(300*t)|0|${TONE}':c=5.1:s=48000:d=${SECONDS}`, 6],
    'one silent channel': [`aevalsrc='${TONE}|0':s=48000:d=${SECONDS}`, 2],
    'a constant offset': [`aevalsrc='0.2+${TONE}|0.2+${TONE}':s=48000:d=${SECONDS}`, 2],
    'infinite, undefined and huge samples': [`aevalsrc='${GARBAGE}|${TONE}':s=48000:d=${SECONDS}`, 2],
  } as const;

  it.runIf(isLongRun)('odd sounds are published at -16 LUFS and not clipped', async () => {
    const names = Object.keys(ODD) as (keyof typeof ODD)[]; // its keys are the names
    const inputs = names.flatMap((name) => ['-f', 'lavfi', '-i', ODD[name][0]]);
    const outputs = names.flatMap((name, index) => ['-map', `${index}:a`, ...FLOATS, pathOf(name)]);
    await ffmpeg([...inputs, ...outputs]);
    const paths: string[] = [];
    for (const name of names) {
      const level = await findLevel(pathOf(name));
      if (!level) throw new Error(`the loudness of ${name} was not measured`);
      paths.push(await publishSound(pathOf(name), { level, channels: ODD[name][1] }));
    }
    for (const [index, measured] of (await measureAll(paths.map(inputOf))).entries()) {
      expect(Math.abs(measured.integratedLufs + 16), names[index]).toBeLessThan(1);
      expect(measured.truePeakDb, names[index]).toBeLessThanOrEqual(-1);
    }
    const silent = paths[names.indexOf('one silent channel')] ?? '';
    const right = await ffmpeg(['-i', silent, '-af', 'pan=mono|c0=c1', '-f', 'f32le', '-']);
    const samples = new Float32Array(new Uint8Array(right).buffer);
    expect(samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(0.001);
  });
});
