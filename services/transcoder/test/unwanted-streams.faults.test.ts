import { spawnSync } from 'node:child_process';

import { firstKinds, readCount } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { guardOptions } from '../src/rules/source/input-args.ts';
import { probeStreams } from '../src/media/ffprobe.ts';
import { readPackets } from '../src/media/packets.ts';
import { packetArgs } from '../src/rules/timing/packets.ts';
import { chooseSoundStream } from '../src/sounds/choose-stream.ts';
import { createBench, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { writeExtraFiles, type ExtraFiles } from './support/sources/make-source.ts';
import { transcodeHere } from './support/sources/try-source.ts';

let bench: Bench;
let extra: ExtraFiles;
beforeAll(async () => {
  bench = await createBench();
  extra = await writeExtraFiles(bench.folder);
});
afterAll(() => bench.close());

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=160x96:r=25:d=3'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=d=3'];
const ENCODE = ['-c:v:0', 'libx264', '-preset', 'ultrafast', '-pix_fmt:v:0', 'yuv420p', '-c:a:0', 'aac'];

/** Makes a film with a third input besides video and audio. */
async function film(name: string, input: string[], output: string[]): Promise<string> {
  const path = `${bench.folder}/${name}`;
  const maps = ['-map', '0', '-map', '1', '-map', '2'];
  await ffmpeg([...PICTURE, ...SOUND, ...input, ...maps, ...ENCODE, ...output, path]);
  return path;
}

describe('an unwanted stream', () => {
  it.each(
    firstKinds<[string, string, string[], string[]]>('UNWANTED_STREAMS', 1, [
      [
        'a second sound in a rare codec',
        'sound.mkv',
        SOUND,
        ['-c:a:1', 'wavpack', '-disposition:a:1', 'default'],
      ],
      [
        'a forbidden second picture',
        'picture.mkv',
        PICTURE,
        ['-c:v:1', 'magicyuv', '-disposition:v:1', 'default'],
      ],
    ]),
  )('a film is transcoded despite an unwanted stream: %s', async (_what, name, input, output) => {
    const video = await transcodeHere(bench, await film(name, input, output));
    expect(video.plan).toMatchObject({
      durationSeconds: 3,
      video: { codec: 'h264', width: 160, height: 96, frameRate: '25/1' },
      audio: { codec: 'aac' },
    });
    expect(video.durationSeconds).toBe(3);
  });

  it.each(
    firstKinds<[string, string[]]>('UNWANTED_STREAMS', 1, [
      ['a larger cover that is not flagged as one', ['-disposition:v:1', 'attached_pic']],
      ['a cover that is flagged as the default', ['-disposition:v:0', '0', '-disposition:v:1', 'default']],
    ]),
  )('a film is shown instead of %s', async (_what, output) => {
    const cover = ['-f', 'lavfi', '-i', 'testsrc2=s=640x384:r=1:d=1'];
    const path = await film('cover.mkv', cover, ['-c:v:1', 'png', '-pix_fmt:v:1', 'rgb24', ...output]);
    expect(await bench.plan(await bench.addSource(path))).toMatchObject({
      durationSeconds: 3,
      video: { codec: 'h264', width: 160, height: 96 },
    });
  });

  it('a sound of the game is prepared despite its cover', async () => {
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
  /** Returns the log lines of a decoder, except those about its refusal. */
  const words = (log: string, codec: string) =>
    log
      .split('\n')
      .filter(
        (line) => line.startsWith(`[${codec} @`) && !/not on whitelist|"?refused"?|err_detect/.test(line),
      );
  const debug = (program: string, args: string[]) =>
    spawnSync(program, ['-hide_banner', '-v', 'debug', ...args], { encoding: 'utf8' }).stderr;

  // MagicYUV logs corrupt bytes wherever it is opened; TTA logs a description of its stream.
  const picture = (...output: string[]) =>
    film('second.mkv', PICTURE, ['-c:v:1', 'magicyuv', '-bsf:v:1', 'noise=amount=3', ...output]);
  const sound = (...output: string[]) => film('second.mkv', SOUND, ['-c:a:1', 'tta', ...output]);

  const UNWANTED: [string, string, () => Promise<string>][] = [
    [
      'the default picture',
      'magicyuv',
      () => picture('-disposition:v:0', '0', '-disposition:v:1', 'default'),
    ],
    ['the default sound', 'tta', () => sound('-disposition:a:0', '0', '-disposition:a:1', 'default')],
    ['the subtitles', 'srt', () => film('second.mkv', ['-i', extra.subtitles], ['-c:s', 'srt'])],
    ['the second picture', 'magicyuv', () => picture()],
    ['the cover', 'magicyuv', () => picture('-disposition:v:1', 'attached_pic')],
    ['the second sound', 'tta', () => sound()],
  ];
  it.each(UNWANTED.slice(0, readCount('UNWANTED_STREAMS', 1)))(
    'a forbidden decoder is not opened for %s in any step',
    async (_what, codec, write) => {
      const path = await write();
      // Without the guard, the decoder is opened and logs (except SubRip's), so the test would notice.
      const open = debug('ffprobe', ['-f', 'matroska', path]);
      if (codec !== 'srt') expect(words(open, codec).length).toBeGreaterThan(0);
      const guard = (decoded: number[]) => guardOptions({ protocol: 'file', demuxer: 'matroska', decoded });
      const input = ['-nostdin', ...guard([0, 1]), '-i', path];
      const steps = [
        debug('ffmpeg', ['-nostdin', ...guard([]), '-i', path]),
        debug('ffmpeg', input),
        debug('ffmpeg', [...input, ...['-map', '0', '-c', 'copy', '-f', 'framecrc', '-y', '/dev/null']]),
        debug('ffmpeg', [...input, ...['-filter_complex', '[0:0]null[v]', '-map', '[v]', '-f', 'null', '-']]),
        debug('ffprobe', [...guard([0, 1]), path]),
      ];
      for (const step of steps) {
        expect(step).toContain('Error setting option err_detect to value refused');
        expect(words(step, codec)).toEqual([]);
      }
      const streams = await probeStreams(bench.tools, look(path, 'matroska'));
      expect(streams).toMatchObject({
        streams: [
          { codec_name: 'h264' },
          { codec_name: 'aac' },
          { codec_name: codec === 'srt' ? 'subrip' : codec },
        ],
      });
      let count = 0;
      const indexes = [0, 1];
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
      expect(count).toBeGreaterThan(75 * 2); // 75 frames, and an audio packet every 23 ms
      expect((await transcodeHere(bench, path)).durationSeconds).toBe(3);
    },
  );

  it('a file whose video needs a forbidden decoder is rejected', async () => {
    const path = `${bench.folder}/alone.mkv`;
    await ffmpeg([...PICTURE, ...SOUND, '-c:v', 'magicyuv', '-c:a', 'aac', path]);
    await expect(bench.plan(await bench.addSource(path))).rejects.toThrow(
      'The format of the picture (magicyuv) is not supported.',
    );
  });
});
