import { spawnSync } from 'node:child_process';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { guardOptions } from '../src/hls/input-args.ts';
import { probeStreams } from '../src/media/ffprobe.ts';
import { readPackets } from '../src/media/packets.ts';
import { packetArgs } from '../src/probe/packets.ts';
import { chooseSoundStream } from '../src/sound/choose-stream.ts';
import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { writeExtraFiles } from './support/ordinary-files.ts';
import { transcode } from './support/whole-video.ts';

let bench: Bench;
let extra: { subtitles: string; cover: string };
beforeAll(async () => {
  bench = await createBench();
  extra = await writeExtraFiles(bench.folder);
});
afterAll(() => bench.close());

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=160x96:r=25:d=3'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=d=3'];
const ENCODE = ['-c:v:0', 'libx264', '-preset', 'ultrafast', '-pix_fmt:v:0', 'yuv420p', '-c:a:0', 'aac'];

/** A film with a third input beside picture and sound. */
async function film(name: string, input: string[], output: string[]): Promise<string> {
  const path = `${bench.folder}/${name}`;
  const maps = ['-map', '0', '-map', '1', '-map', '2'];
  await ffmpeg([...PICTURE, ...SOUND, ...input, ...maps, ...ENCODE, ...output, path]);
  return path;
}

describe('a stream that nobody asked for', () => {
  const subtitles = () => ['-i', extra.subtitles];
  it.each([
    ['mov_text subtitles', 'text.mp4', subtitles, ['-c:s', 'mov_text']],
    ['SubRip subtitles', 'srt.mkv', subtitles, ['-c:s', 'srt']],
    ['ASS subtitles', 'ass.mkv', subtitles, ['-c:s', 'ass']],
    ['WebVTT subtitles', 'vtt.mkv', subtitles, ['-c:s', 'webvtt']],
    [
      'a PNG cover',
      'cover.mp4',
      () => ['-i', extra.cover],
      ['-c:v:1', 'png', '-disposition:v:1', 'attached_pic'],
    ],
    [
      'a second sound in a rare codec',
      'sound.mkv',
      () => SOUND,
      ['-c:a:1', 'wavpack', '-disposition:a:1', 'default'],
    ],
    [
      'a forbidden second picture',
      'picture.mkv',
      () => PICTURE,
      ['-c:v:1', 'magicyuv', '-disposition:v:1', 'default'],
    ],
  ])('takes nothing from a film: %s', async (_what, name, input, output) => {
    const video = await transcode(bench, await film(name, input(), output));
    expect(video.plan).toMatchObject({
      durationSeconds: 3,
      video: { codec: 'h264', width: 160, height: 96, frameRate: '25/1' },
      audio: { codec: 'aac' },
    });
    expect(video.durationSeconds).toBe(3);
  });

  it('takes nothing from a sound of the game', async () => {
    const path = `${bench.folder}/cover.mp3`;
    await ffmpeg([...SOUND, '-i', extra.cover, '-map', '0', '-map', '1', '-c:v', 'png', path]);
    const list = await probeStreams(bench.tools, look(path, 'mp3'));
    expect(chooseSoundStream(list)).toBe(0);
  });
});

function look(path: string, demuxer: string) {
  const source = { protocol: 'file' as const, address: path, failure: () => undefined, close: () => {} };
  return { source, demuxer, signal: new AbortController().signal, timeoutMs: 20_000 };
}

describe('a forbidden decoder', () => {
  /** Lines in which the decoder of MagicYUV speaks, other than of having been refused. */
  const words = (log: string) =>
    log.split('\n').filter((line) => line.startsWith('[magicyuv @') && !line.includes('not on whitelist'));

  /** The stream's bytes are spoiled, so that its decoder complains wherever it is opened. */
  async function spoiled(output: string[]): Promise<string> {
    const noise = ['-bsf:v:1', 'noise=amount=3'];
    return film('spoiled.mkv', PICTURE, ['-c:v:1', 'magicyuv', ...noise, ...output]);
  }

  it.each([
    ['the second picture', []],
    ['the default picture', ['-disposition:v:0', '0', '-disposition:v:1', 'default']],
    ['the cover', ['-disposition:v:1', 'attached_pic']],
  ])('stays closed for %s, in each of the steps', async (_what, output) => {
    const path = await spoiled(output);
    const log = (program: string, args: string[]) =>
      spawnSync(program, ['-hide_banner', '-v', 'debug', ...args], { encoding: 'utf8' }).stderr;
    // Without the list it speaks: the test would see it.
    expect(words(log('ffprobe', ['-f', 'matroska', path])).length).toBeGreaterThan(0);
    const guard = guardOptions('file', 'matroska');
    const steps = [
      log('ffprobe', [...guard, path]),
      log('ffmpeg', ['-nostdin', ...guard, '-i', path]),
      log('ffmpeg', [
        '-nostdin',
        ...guard,
        '-i',
        path,
        '-map',
        '0',
        '-c',
        'copy',
        '-f',
        'framecrc',
        '-y',
        '/dev/null',
      ]),
      log('ffmpeg', [
        '-nostdin',
        ...guard,
        '-i',
        path,
        '-filter_complex',
        '[0:0]null[v]',
        '-map',
        '[v]',
        '-f',
        'null',
        '-',
      ]),
    ];
    for (const step of steps) {
      expect(step).toContain('Codec (magicyuv) not on whitelist');
      expect(words(step)).toEqual([]);
    }
    const streams = await probeStreams(bench.tools, look(path, 'matroska'));
    expect(streams).toMatchObject({
      streams: [{ codec_name: 'h264' }, { codec_name: 'aac' }, { codec_name: 'magicyuv' }],
    });
    let count = 0;
    const indexes = [0, 1, 2];
    await readPackets(
      bench.tools,
      {
        ...look(path, 'matroska'),
        args: packetArgs({ streams: indexes, isSample: false }),
        streams: indexes,
      },
      () => {
        count += 1;
        return undefined;
      },
    );
    expect(count).toBeGreaterThan(75 * 2);
    expect((await transcode(bench, path)).durationSeconds).toBe(3);
  });

  it('refuses the file where it alone could show the picture', async () => {
    const path = `${bench.folder}/alone.mkv`;
    await ffmpeg([...PICTURE, ...SOUND, '-c:v', 'magicyuv', '-c:a', 'aac', path]);
    await expect(bench.plan(await bench.addSource(path))).rejects.toThrow(
      'The format of the picture (magicyuv) is not supported.',
    );
  });
});
