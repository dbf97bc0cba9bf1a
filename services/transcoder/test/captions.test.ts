import { readFile, writeFile } from 'node:fs/promises';

import { catalog } from '@larksong/contracts';
import { firstKinds, isLongRun } from '@larksong/service-kit/testing/random';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Job } from '../src/job.ts';
import { makeCaptions } from '../src/units/captions.ts';
import { createBench, cut, type Bench } from './support/bench.ts';
import { ffmpeg } from './support/clips.ts';
import { untilProcesses } from './support/processes.ts';
import { writeProgram } from './support/programs.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench?.close());

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=10:d=6'];
const ENCODE = ['-map', '0:v', '-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

const cue = (n: number, text: string) => `${n}\n00:00:0${n},000 --> 00:00:0${n},500\n${text}\n`;
const srt = (...texts: string[]) => texts.map((text, index) => cue(index + 1, text)).join('\n');

const ASS = `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize, Bold
Style: Default,Arial,16,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:01.50,Default,,0,0,0,,{\\pos(1,2)}Fünf kleine\\NEntchen
Dialogue: 0,0:00:02.00,0:00:02.50,Default,,0,0,0,,{\\p1}m 0 0 l 9 9{\\p0}
`;

let serial = 0;

async function write(name: string, content: string | Buffer): Promise<string> {
  serial += 1;
  const path = `${bench.folder}/${serial}-${name}`;
  await writeFile(path, content);
  return path;
}

/** Makes a six-second film with streams from files, and returns its path. */
async function film(name: string, files: readonly string[], output: string[]): Promise<string> {
  const path = await write(name, '');
  const inputs = files.flatMap((file) => ['-i', file]);
  const maps = files.flatMap((_, index) => ['-map', String(index + 1)]);
  await ffmpeg([...PICTURE, ...inputs, ...ENCODE, ...maps, ...output, path]);
  return path;
}

interface Brought {
  plan: catalog.Plan;
  captions: { language: string; label: string; content: string }[];
}

/** Returns the plan of a file and the captions that come from it. */
async function bring(path: string): Promise<Brought> {
  const videoId = await bench.addSource(path);
  const plan = await bench.plan(videoId);
  let made: catalog.StoredCaption[] = [];
  // Without the thumbnail, which the same unit makes.
  const work = async (job: Job): Promise<catalog.UnitResult> => {
    made = await makeCaptions(job);
    return { kind: 'audio', segmentCount: 1 };
  };
  await bench.run({ kind: 'extras', videoId, plan, work });
  const captions = made.map(async ({ key, language, label }) => ({
    language,
    label,
    content: (await bench.read(key)).toString(),
  }));
  return { plan, captions: await Promise.all(captions) };
}

const vtt = (...cues: [start: string, end: string, text: string][]) =>
  `WEBVTT\n\n${cues.map(([start, end, text]) => `00:00:${start} --> 00:00:${end}\n${text}`).join('\n\n')}\n`;

describe('subtitles of a file', () => {
  it('subtitles of a Matroska file become one plain caption for each language', async () => {
    const files = [
      await write('forced.srt', srt('Only a sign')),
      await write('en.srt', srt('<i>Five</i> little <font color="red">ducks</font>', 'one < two & three')),
      await write('de.ass', ASS),
      await write('fr.vtt', 'WEBVTT\n\n00:01.000 --> 00:01.500 line:0\nCinq &amp; <b>six</b>\n'),
      await write('unknown.srt', srt('Somewhere')),
    ];
    const codecs = ['srt', 'srt', 'ass', 'webvtt', 'srt'].flatMap((codec, n) => [`-c:s:${n}`, codec]);
    const languages = ['eng', 'eng', 'ger', 'fre'].flatMap((code, n) => [
      `-metadata:s:s:${n}`,
      `language=${code}`,
    ]);
    const path = await film('film.mkv', files, [
      ...[...codecs, ...languages, '-disposition:s:0', 'default+forced', '-disposition:s:1', '0'],
    ]);
    const { captions } = await bring(path);
    expect(captions).toEqual([
      {
        language: 'en',
        label: 'English',
        content: vtt(
          ['01.000', '01.500', 'Five little ducks'],
          ['02.000', '02.500', 'one &lt; two &amp; three'],
        ),
      },
      { language: 'de', label: 'German', content: vtt(['01.000', '01.500', 'Fünf kleine\nEntchen']) },
      { language: 'fr', label: 'French', content: vtt(['01.000', '01.500', 'Cinq &amp; six']) },
      { language: 'und', label: 'Unknown language', content: vtt(['01.000', '01.500', 'Somewhere']) },
    ]);
  });

  it('subtitles of an MP4 file become captions', async () => {
    const files = [await write('en.srt', srt('Five little ducks', 'went <i>out</i>'))];
    const path = await film('film.mp4', files, ['-c:s', 'mov_text', '-metadata:s:s:0', 'language=eng']);
    expect((await bring(path)).captions).toEqual([
      {
        language: 'en',
        label: 'English',
        content: vtt(['01.000', '01.500', 'Five little ducks'], ['02.000', '02.500', 'went out']),
      },
    ]);
  });

  it.runIf(isLongRun)('subtitles keep their place in a video that does not start at zero', async () => {
    const files = [await write('en.srt', srt('Five little ducks'))];
    const path = await film('film.mkv', files, ['-c:s', 'srt', '-output_ts_offset', '0.8']);
    const { plan, captions } = await bring(path);
    expect(plan.startSeconds).toBeCloseTo(0.8);
    expect(captions[0]?.content).toBe(vtt(['01.000', '01.500', 'Five little ducks']));
  });

  it.runIf(isLongRun)('subtitles that are pictures are left out', async () => {
    const path = await film('film.mkv', [await write('pictures.sup', pgs())], ['-c:s', 'copy']);
    const { plan, captions } = await bring(path);
    expect([plan.subtitles, captions]).toEqual([[], []]);
  });

  it('subtitles that cannot be used are left out, and the others are kept', async () => {
    const files = [
      await write('latin.srt', Buffer.from(srt('Käse', 'Entchen'), 'latin1')),
      await write('no-length.srt', '1\n00:00:01,000 --> 00:00:01,000\nDuck\n'),
      await write('large.srt', Array.from({ length: 14_000 }, (_, n) => cue(1, `duck ${n}`)).join('\n')),
      await write('late.srt', '1\n00:10:01,000 --> 00:10:02,000\nDuck\n'),
      await write('include.srt', srt('#EXTM3U\nfile:///etc/passwd')),
    ];
    const languages = ['ger', 'dut', 'ita', 'spa', 'eng'];
    const tags = languages.flatMap((code, n) => [`-metadata:s:s:${n}`, `language=${code}`]);
    const path = await film('film.mkv', files, ['-c:s', 'copy', ...tags]);
    const { plan, captions } = await bring(path);
    expect(plan.subtitles?.map(({ language }) => language)).toEqual(['de', 'nl', 'it', 'es', 'en']);
    expect(captions).toEqual([
      {
        language: 'en',
        label: 'English',
        content: vtt(['01.000', '01.500', '#EXTM3U\nfile:///etc/passwd']),
      },
    ]);
  });

  it.runIf(isLongRun)('subtitles that cannot be used make room for others in their language', async () => {
    const files = [
      await write('latin.srt', Buffer.from(srt('Käse'), 'latin1')),
      await write('de.srt', srt('Käse')),
    ];
    const path = await film('film.mkv', files, [
      ...['-c:s', 'copy', '-metadata:s:s', 'language=ger', '-disposition:s:0', 'default'],
    ]);
    expect((await bring(path)).captions).toEqual([
      { language: 'de', label: 'German', content: vtt(['01.000', '01.500', 'Käse']) },
    ]);
  });
});

describe('odd subtitles of a file', () => {
  /** Replaces a text of 16 bytes, wherever it is in the file. */
  async function patch(path: string, text: Buffer): Promise<void> {
    expect(text).toHaveLength(16);
    const parts = (await readFile(path)).toString('latin1').split('SIXTEEN.LETTERS.');
    expect(parts.length).toBeGreaterThan(1);
    await writeFile(path, parts.join(text.toString('latin1')), 'latin1');
  }

  it.runIf(isLongRun).each([
    ['mkv', 'srt', Buffer.from('\uFEFFEntchen', 'utf16le')],
    ['mp4', 'mov_text', Buffer.from('\uFEFFEntchen', 'utf16le').swap16()],
  ])('subtitles in UTF-16 are left out, and the others are kept: %s', async (container, codec, text) => {
    const files = [await write('de.srt', srt('SIXTEEN.LETTERS.')), await write('en.srt', srt('Duck'))];
    const languages = ['-metadata:s:s:0', 'language=ger', '-metadata:s:s:1', 'language=eng'];
    const path = await film(`film.${container}`, files, ['-c:s', codec, ...languages]);
    await patch(path, text);
    const { plan, captions } = await bring(path);
    expect(plan.subtitles?.map(({ language }) => language).toSorted()).toEqual(['de', 'en']);
    expect(captions.map(({ content }) => content)).toEqual([vtt(['01.000', '01.500', 'Duck'])]);
  });

  it.runIf(isLongRun)('subtitles keep letters of all scripts, also after a byte order mark', async () => {
    const texts = ['ברווז 🦆👨‍👩‍👧', 'Cafe\u0301 – « où ? »', 'あひる\t五'];
    const file = await write('odd.srt', `\uFEFF${srt(...texts)}`.replaceAll('\n', '\r\n'));
    const path = await film('film.mkv', [file], ['-c:s', 'copy']);
    expect((await bring(path)).captions[0]?.content).toBe(
      vtt(
        ['01.000', '01.500', 'ברווז 🦆👨‍👩‍👧'],
        ['02.000', '02.500', 'Cafe\u0301 – « où ? »'],
        ['03.000', '03.500', 'あひる 五'],
      ),
    );
  });

  it('subtitles that take too long to read are left out, and nothing keeps reading', async () => {
    const hanging = await writeProgram(bench.workRoot, 'hanging', ['while :; do sleep 1; done']);
    const path = await film('film.mkv', [await write('en.srt', srt('Duck'))], ['-c:s', 'srt']);
    const videoId = await bench.addSource(path);
    const plan = await bench.plan(videoId);
    const brought: unknown[] = [];
    const work = async (job: Job): Promise<catalog.UnitResult> => {
      brought.push(await makeCaptions(job, 1000));
      return { kind: 'audio', segmentCount: 1 };
    };
    await bench.run({ kind: 'extras', videoId, plan, tools: { ffmpeg: hanging }, work });
    expect(brought).toEqual([[]]);
    await untilProcesses(hanging, 'gone', 20_000);
  });
});

it.runIf(isLongRun)(
  'the finish unit deletes captions and thumbnails that are not in use, such as those of a dead worker',
  async () => {
    const path = await film('film.mkv', [await write('en.srt', srt('Duck'))], ['-c:s', 'srt']);
    const videoId = await bench.addSource(path);
    const plan = await bench.plan(videoId, ['360p']);
    const [chunk] = cut(plan, []);
    const { segments } = await bench.run({ kind: 'video-chunk', videoId, plan, ...(chunk ? { chunk } : {}) });
    await bench.run({ kind: 'extras', videoId, plan });
    const { unit } = await bench.run({ kind: 'extras', videoId, plan });
    const extraKeys = [catalog.extraCaptionKey(unit, 0), catalog.extraKey(unit, 'thumbnail.jpg')];
    const stored = async () => {
      const objects = await Array.fromAsync(
        bench.storage.list(`${catalog.attemptPrefix(videoId, 1)}extras/`),
      );
      return objects.map(({ key }) => key).toSorted();
    };
    expect(await stored()).toHaveLength(4);
    const { unit: finish } = await bench.run({ kind: 'finish', videoId, plan, segments, extraKeys });
    expect(await stored()).toEqual([...extraKeys, catalog.extraKey(finish, 'storyboard.jpg')].toSorted());
  },
);

describe('chapters of a file', () => {
  const CHAPTERS = `;FFMETADATA1
[CHAPTER]
TIMEBASE=1/1000
START=0
END=2500
title=Intro
[CHAPTER]
TIMEBASE=1/1000
START=2500
END=6000
title=Käse & <b>Enten</b>\\
second line
[CHAPTER]
TIMEBASE=1/1000
START=60000
END=70000
title=After the end
`;

  it.each(firstKinds('SOURCE_KINDS', 1, ['mkv', 'mp4', 'mov']))(
    'chapters of a %s file become chapters of the video',
    async (container) => {
      const list = await write('chapters.txt', CHAPTERS);
      const path = await write(`film.${container}`, '');
      await ffmpeg([...PICTURE, '-i', list, ...ENCODE, '-map_chapters', '1', path]);
      const plan = await bench.plan(await bench.addSource(path));
      expect(plan.chapters).toEqual([
        { startSeconds: 0, title: 'Intro' },
        { startSeconds: 2.5, title: 'Käse & <b>Enten</b>' },
      ]);
    },
  );
});

/** Returns a Blu-ray subtitle without objects: its composition, and its end. */
function pgs(): Buffer {
  const segment = (type: number, data: number[]) => {
    const head = Buffer.alloc(13);
    head.write('PG');
    head.writeUInt32BE(90_000, 2); // after a second
    head.writeUInt8(type, 10);
    head.writeUInt16BE(data.length, 11);
    return Buffer.concat([head, Buffer.from(data)]);
  };
  return Buffer.concat([segment(0x16, [0, 64, 0, 64, 0x10, 0, 1, 0x80, 0, 0, 0]), segment(0x80, [])]);
}
