import { readFile } from 'node:fs/promises';

import { firstKinds } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createBench, decode, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { transcode } from './support/whole-video.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** Makes a clip of a moving test picture. */
async function clip(
  name: string,
  of: { size?: string; seconds?: number; rate?: string; input?: string[]; output?: string[] } = {},
): Promise<string> {
  const path = `${bench.folder}/${name}`;
  const picture = `testsrc2=s=${of.size ?? '160x90'}:r=${of.rate ?? '25'}:d=${of.seconds ?? 5}`;
  await ffmpeg([...(of.input ?? []), '-f', 'lavfi', '-i', picture, ...(of.output ?? X264), path]);
  return path;
}

const SINE = ['-f', 'lavfi', '-i', 'sine=440:d=5'];

describe('ordinary sources', () => {
  it('a clip with sound becomes decodable renditions of the same duration', async () => {
    const path = await clip('plain.mp4', { input: SINE, output: [...X264, '-c:a', 'aac'] });
    const video = await transcode(bench, path);
    expect(video.plan.rungs.map((rung) => [rung.resolution, rung.width, rung.height])).toEqual([
      ['360p', 160, 90],
    ]);
    expect(video.durationSeconds).toBe(5);
    for (const rendition of ['360p', 'audio'] as const)
      await decode(await bench.join(video.segments, rendition));
    const sound = video.segments.filter((segment) => segment.rendition === 'audio');
    expect(sound.map((segment) => segment.index)).toEqual([0, 1]);
    expect(sound.reduce((sum, segment) => sum + segment.durationSeconds, 0)).toBeCloseTo(5, 1);
    const left = await Array.fromAsync(
      bench.storage.list(`videos/${video.videoId}/`),
      (object) => object.key,
    );
    expect(left.length).toBe(1 + video.segments.length + 2 + 2); // source, segments, init segments, pictures
  });

  it.each(
    firstKinds<[string, string, string[], boolean]>('SOURCE_KINDS', 1, [
      [
        'a fragmented file',
        'fragments.mp4',
        [...X264, '-g', '25', '-movflags', '+frag_keyframe+empty_moov'],
        true,
      ],
      ['a transport stream', 'tv.ts', ['-c:v', 'mpeg2video', '-g', '12', '-bf', '2'], false],
      [
        'Matroska with VP8',
        'vp8.mkv',
        ['-c:v', 'libvpx', '-b:v', '500k', '-deadline', 'realtime', '-g', '40'],
        true,
      ],
      [
        'WebM that was written live',
        'live.webm',
        ['-c:v', 'libvpx', '-deadline', 'realtime', '-f', 'webm', '-live', '1'],
        false,
      ],
      ['AVI', 'old.avi', ['-c:v', 'mpeg4', '-g', '30'], false],
    ]),
  )(
    'a source is cut into chunks only if its index leads to key frames: %s',
    async (_name, name, output, seekable) => {
      const path = await clip(name, { seconds: 9, size: '160x96', output });
      expect((await bench.plan(await bench.addSource(path))).seekable).toBe(seekable);
    },
  );
});

describe('a file that is not a usable video', () => {
  it.each([
    ['an empty file', Buffer.alloc(0), 'The file is empty.'],
    ['text', Buffer.from('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1/a.ts\n'), /^This is a playlist/],
    [
      'a picture',
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      'This file is a picture, not a video.',
    ],
    [
      'garbage after valid first bytes',
      Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(5000, 7)]),
      /damaged|not a video/,
    ],
  ])('an unusable source is rejected with a sentence: %s', async (_name, bytes, sentence) => {
    const videoId = crypto.randomUUID();
    await bench.storage.put(`videos/${videoId}/source`, bytes);
    await expect(bench.plan(videoId)).rejects.toThrow(sentence);
  });

  it.each(
    firstKinds<[string, string, string[]]>('SOURCE_KINDS', 1, [
      ['GIF', 'gif', []],
      ['APNG', 'png', ['-f', 'apng']],
    ]),
  )('a picture that moves is a video, and a still one is not: %s', async (_name, extension, output) => {
    const moving = await clip(`moving.${extension}`, { seconds: 2, size: '96x54', output });
    expect(await bench.plan(await bench.addSource(moving))).toMatchObject({ durationSeconds: 2 });
    const still = await clip(`still.${extension}`, { size: '96x54', output: ['-frames:v', '1', ...output] });
    await expect(bench.plan(await bench.addSource(still))).rejects.toThrow(
      'This file is a picture, not a video.',
    );
  });

  it('a song whose sound cannot be decoded is rejected', async () => {
    const path = `${bench.folder}/sound.mka`;
    await ffmpeg([...SINE, '-c:a', 'wavpack', path]);
    await expect(bench.plan(await bench.addSource(path))).rejects.toThrow(/wavpack\) is not supported/);
  });

  it('a codec that is not on the list is rejected', async () => {
    const path = await clip('rare.mkv', { seconds: 1, output: ['-c:v', 'magicyuv'] });
    await expect(bench.plan(await bench.addSource(path))).rejects.toThrow(/magicyuv\) is not supported/);
  });

  const ENDS = /^The file is cut off: it should last 0:20 but ends after 0:0\d\./;
  it.each(
    firstKinds<[string, string, string[], RegExp]>('SOURCE_KINDS', 1, [
      ['an MP4', 'whole.mp4', ['-movflags', '+faststart'], ENDS],
      ['an MP4 without its index', 'whole.mov', [], /^The file is cut off: its index is missing/],
      ['a Matroska file', 'whole.mkv', [], ENDS],
      ['an AVI', 'whole.avi', [], ENDS],
    ]),
  )('a truncated file is reported as cut off: %s', async (_name, name, output, sentence) => {
    const whole = await clip(name, {
      ...{ seconds: 20, rate: '10', size: '160x96' },
      output: [...X264, '-bf', '0', '-g', '20', ...output],
    });
    const bytes = await readFile(whole);
    const videoId = crypto.randomUUID();
    await bench.storage.put(`videos/${videoId}/source`, bytes.subarray(0, bytes.length / 3));
    await expect(bench.plan(videoId)).rejects.toThrow(sentence);
  });
});
