import { readFile, writeFile } from 'node:fs/promises';

import type { Remark } from '@larksong/contracts';
import { firstKinds, isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { InputError } from '../src/failure.ts';
import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg, makeNumberedClip, readNumbers } from './support/clips.ts';
import { transcodeHere } from './support/sources/try-source.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.close());

const X264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** Returns the first kinds of a list, and all of them in the long run. */
function firstOf<const Kind extends readonly unknown[]>(kinds: readonly Kind[]): Kind[] {
  return firstKinds('ODD_SOURCES', 1, kinds);
}

/** Makes a clip from a moving test picture. */
async function make(name: string, picture: string, output: readonly string[]): Promise<string> {
  const path = `${bench.folder}/${name}`;
  await ffmpeg(['-f', 'lavfi', '-i', `testsrc2=s=160x96:${picture}`, ...output, path]);
  return path;
}

async function planOf(path: string) {
  return bench.plan(await bench.addSource(path));
}

describe('the last picture', () => {
  it.each(
    firstOf([
      ['4 slides of 15 s in Matroska', 'slides.mkv', 'r=1/15:d=60', X264, 60],
      ['4 slides of 10 s in MP4', 'slides.mp4', 'r=1/10:d=40', X264, 40],
      ['one frame a second in MP4', 'slow.mp4', 'r=1:d=30', X264, 30],
      ['one frame a second in a transport stream', 'slow.ts', 'r=1:d=10', X264, 10],
      ['one frame a second in Flash', 'slow.flv', 'r=1:d=10', X264, 10],
    ]),
  )(
    'the last picture is shown as long as the file says: %s',
    async (_what, name, picture, output, seconds) => {
      const plan = await planOf(await make(name, picture, output));
      expect(plan.durationSeconds).toBeCloseTo(seconds, 1);
    },
  );

  it.runIf(isLongRun)('a slide show without sound is published as long as it is', async () => {
    const video = await transcodeHere(bench, await make('whole.mkv', 'r=1/4:d=16', X264));
    expect(video.durationSeconds).toBeCloseTo(16, 2);
  });
});

describe('a file with several tracks', () => {
  /** Makes a film of four seconds with a picture and these sounds. */
  async function film(name: string, sounds: string[], output: string[]): Promise<string> {
    const inputs = sounds.flatMap((sound) => ['-f', 'lavfi', '-i', sound]);
    const maps = sounds.flatMap((_, index) => ['-map', String(index + 1)]);
    const path = `${bench.folder}/${name}`;
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x96:r=25:d=4'];
    await ffmpeg([...picture, ...inputs, '-map', '0', ...maps, ...X264, ...output, path]);
    return path;
  }
  const SILENCE = 'anullsrc=d=4';
  const SINE = 'sine=d=4';

  it.runIf(isLongRun)(
    'a film has the first sound that is not silent, and says that there were more',
    async () => {
      const plan = await planOf(await film('desktop.mkv', [SILENCE, SINE, SINE], ['-c:a', 'aac']));
      expect(plan.audio?.streamIndex).toBe(2);
      expect(plan.remarks).toEqual(['The file has 3 soundtracks. The video has number 2.']);
      expect(plan.explainedRemarks).toEqual([{ id: 'several-sounds', values: { soundCount: 3, place: 2 } }]);
    },
  );

  it.runIf(isLongRun)('of several silent sounds, a film has the first one', async () => {
    const plan = await planOf(await film('quiet.mkv', [SILENCE, SILENCE], ['-c:a', 'aac']));
    expect(plan.audio?.streamIndex).toBe(1);
  });

  it.each<[string, string[], RegExp, Remark]>(
    firstKinds('ODD_SOURCES', 1, [
      [
        'a codec that is not allowed',
        ['-c:a', 'wavpack'],
        /^The format of the sound \(wavpack\) is not supported/,
        { id: 'sound-unsupported', values: { codec: 'wavpack' } },
      ],
      [
        'damage',
        ['-c:a', 'aac', '-bsf:a', 'noise=amount=1'],
        /^The sound of the file is damaged/,
        { id: 'sound-damaged', values: {} },
      ],
    ]),
  )('a sound that cannot be decoded does not cost the picture: %s', async (_why, output, remark, known) => {
    const video = await transcodeHere(bench, await film('unheard.mkv', [SINE], output));
    expect(video.durationSeconds).toBeCloseTo(4, 1);
    expect(video.plan.audio).toBeNull();
    expect(video.plan.remarks).toEqual([expect.stringMatching(remark)]);
    expect(video.plan.explainedRemarks).toEqual([known]);
  });

  it.runIf(isLongRun)('sound of 64 bits is decoded', async () => {
    const plan = await planOf(await film('fine.mov', [SINE], ['-c:a', 'pcm_f64be']));
    expect(plan.audio?.codec).toBe('pcm_f64be');
  });

  it.runIf(isLongRun)('a film of more than 64 streams is accepted', async () => {
    const sounds = Array.from({ length: 70 }, () => 'sine=d=0.2:r=8000');
    const video = await transcodeHere(bench, await film('many.mkv', sounds, ['-c:a', 'pcm_s16le']));
    expect(video.plan.audio?.streamIndex).toBe(1);
  });
});

describe('a recording that was cut off', () => {
  /** Makes a clip of 12 seconds with sound, and cuts it off in the middle of its bytes. */
  async function cut(name: string, output: readonly string[]): Promise<string> {
    const whole = `${bench.folder}/whole-${name}`;
    const inputs = ['-f', 'lavfi', '-i', 'testsrc2=s=160x96:r=10:d=12', '-f', 'lavfi', '-i', 'sine=d=12'];
    await ffmpeg([...inputs, ...X264, '-g', '20', ...output, whole]);
    const bytes = await readFile(whole);
    const path = `${bench.folder}/${name}`;
    await writeFile(path, bytes.subarray(0, bytes.length * 0.55));
    return path;
  }

  it.each(
    firstOf([
      ['fragments.mp4', ['-c:a', 'aac', '-g', '40', '-movflags', 'frag_keyframe+empty_moov']],
      ['first.mp4', ['-c:a', 'aac', '-movflags', '+faststart']],
      ['cut.mkv', ['-c:a', 'aac']],
      ['cut.avi', ['-c:a', 'mp3']],
      ['cut.flv', ['-c:a', 'aac']],
      ['cut.wmv', ['-c:v', 'wmv2', '-c:a', 'wmav2']],
    ]),
  )(
    'the readable part of a recording that was cut off is published if that is accepted: %s',
    async (name, output) => {
      const path = await cut(name, output);
      const error = await planOf(path).catch((failure: unknown) => failure);
      const { code, readable } = error as InputError; // asserted by the next line
      expect([error instanceof InputError, code]).toEqual([true, 'cut-off']);
      if (!readable) throw new Error('nothing is offered');
      expect(readable.seconds).toBeGreaterThan(4);
      expect(readable.seconds).toBeLessThan(11);
      const video = await transcodeHere(bench, path, [1], readable);
      expect(Math.abs(video.durationSeconds - readable.seconds)).toBeLessThan(1);
    },
  );

  it.runIf(isLongRun)('the last picture of a recording that was cut off is a whole one', async () => {
    const whole = `${bench.folder}/whole.avi`;
    // Only key frames: what is missing of the last one would come from another one.
    await makeNumberedClip(whole, { rate: '25', frames: 100, output: ['-g', '1'] });
    const bytes = await readFile(whole);
    const [, ...packets] = bytes.toString('latin1').matchAll(/00dc/g); // the first one is in the header
    const start = packets[60]?.index ?? 0;
    const path = `${bench.folder}/half.avi`;
    await writeFile(path, bytes.subarray(0, start + 8 + bytes.readUInt32LE(start + 4) / 4));
    const error = await planOf(path).catch((failure: unknown) => failure);
    const { readable } = error as InputError; // asserted by the next line
    expect(readable?.endSeconds).toBeCloseTo(60 / 25, 3);
    const { segments } = await transcodeHere(bench, path, [1], readable);
    const shown = await readNumbers(await bench.join(segments, '360p'));
    expect(shown).toEqual(Array.from({ length: 60 }, (_, number) => number));
  });
});

describe('a film that is not in a common container', () => {
  const MPEG1 = ['-c:v', 'mpeg1video', '-q:v', '4', '-f', 'mpeg1video'];
  const MPEG2 = ['-c:v', 'mpeg2video', '-q:v', '4', '-bf', '2', '-f', 'mpeg2video'];

  it.each(
    firstOf([
      ['H.264', 'bare.h264', 'r=30:d=3', [...X264, '-bf', '2'], 'h264'],
      ['HEVC', 'bare.hevc', 'r=25:d=3', ['-c:v', 'libx265', '-x265-params', 'log-level=none'], 'hevc'],
      ['MPEG-1', 'one.mpg', 'r=30:d=3', MPEG1, 'mpegvideo'],
      ['MPEG-2', 'two.mpg', 'r=30:d=3', MPEG2, 'mpegvideo'],
      ['IVF', 'film.ivf', 'r=15:d=3', ['-c:v', 'libvpx', '-deadline', 'realtime'], 'ivf'],
      ['MXF', 'film.mxf', 'r=25:d=3', ['-c:v', 'mpeg2video', '-q:v', '4', '-bf', '2'], 'mxf'],
      ['DV', 'film.dv', 'r=25:d=3,scale=720:576', ['-target', 'pal-dv'], 'dv'],
    ]),
  )('a film keeps its rate and its length: %s', async (_what, name, picture, output, demuxer) => {
    const video = await transcodeHere(bench, await make(name, picture, output));
    expect(video.plan.demuxer).toBe(demuxer);
    expect(video.durationSeconds).toBeCloseTo(3, 1);
  });

  it.each(
    firstOf([
      ['H.264', 'numbered.h264', ['-f', 'h264']],
      ['MPEG-2', 'numbered.mpg', ['-c:v', 'mpeg2video', '-q:v', '2', '-f', 'mpeg2video']],
    ]),
  )('each frame of a film without times is shown once: %s', async (_what, name, output) => {
    const path = `${bench.folder}/${name}`;
    await makeNumberedClip(path, { rate: '30', frames: 150, output: [...output] });
    const video = await transcodeHere(bench, path);
    const numbers = await readNumbers(await bench.join(video.segments, '360p'));
    expect(numbers).toEqual(Array.from({ length: 150 }, (_, number) => number));
  });

  it('a transport stream with something else before it is read', async () => {
    const path = await make('clean.ts', 'r=25:d=3', [...X264, '-f', 'mpegts']);
    await writeFile(`${bench.folder}/junk.ts`, Buffer.concat([Buffer.alloc(5000, 7), await readFile(path)]));
    const video = await transcodeHere(bench, `${bench.folder}/junk.ts`);
    expect(video.durationSeconds).toBeCloseTo(3, 1);
  });

  it('a picture that the file does not describe is named as such, a large one as large', async () => {
    const without = ['-bsf:v', 'filter_units=remove_types=7|8', '-f', 'mpegts'];
    const whole = await make('described.ts', 'r=25:d=3', [...X264, '-f', 'mpegts']);
    await ffmpeg(['-i', whole, '-c', 'copy', ...without, `${bench.folder}/undescribed.ts`]).catch(() => {});
    await expect(planOf(`${bench.folder}/undescribed.ts`)).rejects.toThrow(/does not describe it/);
    const large = await make('large.ts', 'r=5:d=0.2,scale=4200:4200', [...X264, '-f', 'mpegts']);
    await expect(planOf(large)).rejects.toThrow(/^The picture is too large: 42\d\d × 4200 pixels/);
  });
});

describe('a small file that takes long', () => {
  it('a file with more chapters or tags than can be read is refused at once', async () => {
    const list = `${bench.folder}/chapters.txt`;
    const chapter = (n: number) => `[CHAPTER]\nTIMEBASE=1/1000000\nSTART=${n}\nEND=${n + 1}\ntitle=c\n`;
    const chapters = Array.from({ length: 60_000 }, (_, n) => chapter(n)).join('');
    await writeFile(list, `;FFMETADATA1\n${chapters}`);
    const path = `${bench.folder}/chapters.mkv`;
    const inputs = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=25:d=1', '-i', list];
    await ffmpeg([...inputs, '-map', '0', '-map_chapters', '1', ...X264, path]);
    await expect(planOf(path)).rejects.toThrow(/^The file has more chapters, tags or edits than can be read/);
  });
});
