import { expect, it } from 'vitest';

import { readStreamList } from './stream-list.ts';
import { chooseStreams } from './streams.ts';

const LOG = `Input #0, matroska,webm, from 'source':
  Metadata:
    title           : Stream #0:0: Video: magicyuv
    ENCODER         : Lavf59.27.100
  Duration: 01:00:02.02, start: 0.000000, bitrate: 816 kb/s
  Chapters:
    Chapter #0:0: start -0.500000, end 1.000000
      Metadata:
        title           : Käse: a chapter
                        : with a second line
    Chapter #0:1: start 1.000000, end 2.000000
  Stream #0:0: Video: hevc (Main 10), yuv420p10le(tv, bt2020nc/bt2020/smpte2084, progressive), 320x240 [SAR 1:1 DAR 4:3], 29.97 fps, 29.97 tbr, 1k tbn
    Metadata:
      DURATION        : 00:00:02.008000000
    Side data:
      displaymatrix: rotation of -90.00 degrees
  Stream #0:1(en-US): Audio: ac3, 44100 Hz, 5.1(side), fltp, 448 kb/s
  Stream #0:2: Audio: wavpack, 44100 Hz, mono, s16p (default)
  Stream #0:3[0x2](und): Subtitle: mov_text (tx3g / 0x67337874), 0 kb/s (default) (forced) (hearing impaired)
    Metadata:
        title           : no chapter
  Stream #0:4[0x3](und): Video: h264 (High) (avc1 / 0x31637661), yuv420p(top first), 180x144 [SAR 16:15 DAR 4:3], 1235 kb/s, 25 fps, 25 tbr, 12800 tbn
  Stream #0:5: Video: png, rgb24(pc), 64x64, 90k tbr, 90k tbn (attached pic)
  Stream #0:6: Data: none (tmcd / 0x64636D74), 0 kb/s
  Stream #0:7: Video: magicyuv (M8Y0 / 0x3059384D), none(progressive), 320x180, SAR 1:1 DAR 16:9, 25 fps, 25 tbr, 1k tbn (default)
At least one output file must be specified
`;

it('the stream list that ffmpeg prints about its input is parsed', () => {
  expect(readStreamList(LOG, 'matroska')).toMatchSnapshot();
});

it('a parsed stream list works for choosing streams like ffprobe’s output', () => {
  expect(chooseStreams(readStreamList(LOG, 'matroska'))).toEqual({
    video: {
      ...{ index: 0, codec: 'hevc', width: 240, height: 320, interlaced: false, hdr: true },
      ...{ turn: 90, matrix: undefined, unstated: [], wideGamut: false, hasPalette: false },
      frameRates: [
        { numerator: 2997, denominator: 100 },
        { numerator: 2997, denominator: 100 },
      ],
    },
    audio: { index: 1, codec: 'ac3', channels: 6 },
    otherSounds: [],
    tracks: {
      pictures: [0, 4, 7].map((index) => expect.objectContaining({ index })),
      sounds: [1, 2].map((index) => expect.objectContaining({ index })),
    },
    subtitles: [{ streamIndex: 3, language: 'und', label: 'Unknown language (forced)' }],
    chapters: [
      { start: -0.5, end: 1, title: 'Käse: a chapter' },
      { start: 1, end: 2, title: '' },
    ],
    listable: [0, 1, 2, 3, 4, 5, 6, 7],
    durationSeconds: 3602.02,
  });
});

it('a duration that ffmpeg guesses from the size is not taken for a stated one', () => {
  const log = `[matroska,webm @ 0x5566] Estimating duration from bitrate, this may be inaccurate\n${LOG}`;
  expect(chooseStreams(readStreamList(log, 'matroska')).durationSeconds).toBeUndefined();
  const title = LOG.replace('a chapter', 'Estimating duration from bitrate');
  expect(chooseStreams(readStreamList(title, 'matroska')).durationSeconds).toBe(3602.02);
});

it('no streams are read from a log that lists none', () => {
  expect(readStreamList('source: Invalid data found when processing input', 'mov').streams).toEqual([]);
});

const FORGED = '  Stream #0:0: Video: h264 (High), yuv420p, 320x180, 25 fps, 25 tbr, 1k tbn';
const REAL = LOG.slice(LOG.indexOf('  Stream #0:0: Video: hevc')).split('\n')[0] ?? '';

it.each([
  ['before the list', `[matroska,webm @ 0x55] doctype x\n${FORGED}\n${LOG}`],
  ['as a separate list', `doctype x\nInput #0, matroska,webm, from 'source':\n${FORGED}\n${LOG}`],
])('a line that the file wrote itself is not taken for one of ffmpeg: %s', (_where, log) => {
  expect(readStreamList(log, 'matroska')).toEqual(readStreamList(LOG, 'matroska'));
});

it.each([
  ['the name of a tag', LOG.replace('    title           : Stream', `    x\n${FORGED}\n`)],
  ['a language', LOG.replace(REAL, `  Stream #0:0(x\n${FORGED}\n): Video: magicyuv`)],
])('a list in which a stream is described in two ways is not believed: %s', (_where, log) => {
  expect(readStreamList(log, 'matroska').streams).toEqual([]);
});

it('the programs of a broadcast are listed; a stream that they share is one stream', () => {
  const own = (index: number) => `  Stream #0:${index}[0x1]: Video: h264, yuv420p, 320x180, 25 fps`;
  const log = [
    'x',
    "Input #0, mpegts, from 'source':",
    '  Program 1 ',
    own(1),
    own(0),
    '  Program 2 ',
    own(1),
  ];
  const { streams, programs } = readStreamList(log.join('\n'), 'mpegts');
  expect(streams.map(({ index }) => index)).toEqual([1, 0]);
  expect(programs).toEqual([{ streams: [{ index: 1 }, { index: 0 }] }, { streams: [{ index: 1 }] }]);
});
