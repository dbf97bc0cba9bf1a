import { readFile, rename, rm, writeFile } from 'node:fs/promises';

import { ffmpeg } from '../clips.ts';
import {
  beepsInSound,
  BEEP_SECONDS,
  CUT_FRAMES,
  MISSING_SHARE,
  soundSeconds,
  timesFilters,
} from './expectation.ts';
import { CELLS, drawPictures } from './picture.ts';
import { muxProgramStream } from './program-stream.ts';
import { numberOf, type SourceSpec } from './source-spec.ts';

/** Files that are added to sources. */
export interface ExtraFiles {
  subtitles: string;
  cover: string;
  chapters: string;
  data: string;
}

/** Writes the files that are added to sources. */
export async function writeExtraFiles(folder: string): Promise<ExtraFiles> {
  const files = {
    subtitles: `${folder}/lines.srt`,
    cover: `${folder}/cover.png`,
    chapters: `${folder}/chapters.txt`,
    data: `${folder}/data.bin`,
  };
  const chapter = (start: number) =>
    `[CHAPTER]\nTIMEBASE=1/1000\nSTART=${start}\nEND=${start + 800}\ntitle=At ${start}\n`;
  await writeFile(files.subtitles, '1\n00:00:00,500 --> 00:00:01,500\nHello\n');
  await writeFile(files.chapters, `;FFMETADATA1\n${chapter(0)}${chapter(800)}`);
  await writeFile(files.data, Buffer.alloc(500, 7));
  await ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=1:d=1', '-frames:v', '1', files.cover]);
  return files;
}

/** Pitch of the beeps in the track that is to be heard, and in the other one. */
export const PITCH = { right: 1000, other: 2800 } as const;

/** Makes a source in a folder and returns its path. Replaces an earlier one of the same container. */
export async function makeSource(spec: SourceSpec, folder: string, extra: ExtraFiles): Promise<string> {
  const path = `${folder}/source.${spec.container}`;
  const inputs = [pictureInput(spec), ...soundInputs(spec), ...extraInputs(spec, extra)];
  const maps = inputs.flatMap(({ isMapped = true }, index) => (isMapped ? ['-map', String(index)] : []));
  const chapters = inputs.findIndex(({ isMapped }) => isMapped === false);
  await rm(path, { force: true });
  const mux = spec.container === 'mpg' || spec.container === 'vob' ? muxProgramStream : muxOnce;
  await mux(
    [
      ...inputs.flatMap(({ args }) => args),
      ...maps,
      ...(chapters < 0 ? [] : ['-map_metadata', String(chapters), '-map_chapters', String(chapters)]),
      ...['-filter:v:0', pictureFilter(spec), ...encoderOptions(spec), ...soundOptions(spec)],
      ...extraOptions(spec),
      ...containerOptions(spec),
    ],
    path,
    drawPictures(Array.from({ length: spec.frames * (spec.fields ? 2 : 1) }, (_, number) => number)),
  );
  if (spec.layout === 'between key frames') await cutStream(path);
  const { input, output } = secondPass(spec);
  if (input + output === '') return path;
  const first = `${folder}/first-pass.${spec.container}`;
  await rename(path, first);
  // Tracks of chapters and time codes are written again, not copied.
  await mux(words(input, `-i ${first} -map 0 -map -0:d? -c copy -strict -2`, output), path); // FLAC in MP4
  await rm(first);
  return path;
}

async function muxOnce(args: string[], path: string, input?: Buffer): Promise<void> {
  await ffmpeg([...args, path], input);
}

/** Removes the beginning of a transport stream. */
async function cutStream(path: string): Promise<void> {
  const bytes = await readFile(path);
  await writeFile(path, bytes.subarray(Math.floor((bytes.length * MISSING_SHARE) / 188) * 188));
}

interface Input {
  args: string[];
  isMapped?: boolean;
}

function pictureInput({ fields, rate, sound }: SourceSpec): Input {
  const perSecond = fields ? String(2 * numberOf(rate)) : rate;
  const late = Math.max(0, -(sound?.delaySeconds ?? 0));
  return {
    args: [
      ...(late > 0 ? ['-itsoffset', String(late)] : []),
      ...[
        '-f',
        'rawvideo',
        '-pix_fmt',
        'rgb24',
        '-s',
        `${CELLS}x${CELLS}`,
        '-framerate',
        perSecond,
        '-i',
        'pipe:0',
      ],
    ],
  };
}

function soundInputs(spec: SourceSpec): Input[] {
  const { sound } = spec;
  if (!sound) return [];
  const late = Math.max(0, sound.delaySeconds);
  const track = (pitch: number): Input => {
    const beeps = beepsInSound(spec).map((start) => `between(t,${start},${start + BEEP_SECONDS})`);
    const tone = `aevalsrc='0.5*sin(2*PI*${pitch}*t)*(${beeps.join('+')})':s=48000:d=${soundSeconds(spec)}`;
    return { args: [...(late > 0 ? ['-itsoffset', String(late)] : []), '-f', 'lavfi', '-i', tone] };
  };
  if (!sound.second) return [track(PITCH.right)];
  const [right, other] = [track(PITCH.right), track(PITCH.other)];
  return sound.second === 'default' ? [other, right] : [right, other];
}

function extraInputs({ extras }: SourceSpec, extra: ExtraFiles): Input[] {
  return extras.flatMap((name) => {
    if (name === 'subtitles') return [{ args: ['-i', extra.subtitles] }];
    if (name === 'cover') return [{ args: ['-i', extra.cover] }];
    if (name === 'data') return [{ args: ['-f', 'data', '-i', extra.data] }];
    return name === 'chapters' ? [{ args: ['-i', extra.chapters], isMapped: false }] : [];
  });
}

/** Turns, enlarges and converts pictures of one pixel per cell. */
function pictureFilter(spec: SourceSpec): string {
  const { aspect, fields, height, isFullRange, pixels, rotation, width } = spec;
  const turn = { 0: [], 90: ['transpose=clock'], 180: ['hflip', 'vflip'], 270: ['transpose=cclock'] }[
    rotation
  ];
  const { colours } = spec;
  const isWide = colours === 'pq' || colours === 'hlg' || colours === 'bt2020';
  const usual = Math.min(width, height) > 576 ? 'bt709' : 'bt601'; // what players assume
  const matrix = colours === 'untagged' ? (spec.format.matrix ?? usual) : colours;
  const range = isFullRange || pixels.startsWith('yuvj') ? 'pc' : 'tv';
  const isRgb = /rgb|bgr|gbr|pal8/.test(pixels);
  const enlarge = `scale=${width}:${height}:flags=neighbor+accurate_rnd`;
  return [
    timesFilters(spec),
    turn,
    isWide
      ? [...wideColours(colours), enlarge]
      : isRgb
        ? enlarge
        : `${enlarge}:out_color_matrix=${matrix}:out_range=${range}`,
    `format=${pixels}`,
    statedColours(colours),
    fields ? [`tinterlace=interleave_${fields}`] : [],
    aspect?.where === 'stream' || (aspect && !spec.format.hasShape) ? [`setdar=${aspect.ratio}`] : [],
  ]
    .flat()
    .join(',');
}

/** Converts from BT.709 to the colours of BT.2020, in high dynamic range if wanted. */
function wideColours(colours: SourceSpec['colours']): string[] {
  const transfer = { pq: 'smpte2084', hlg: 'arib-std-b67', bt2020: 'bt709' }[
    colours as 'pq' | 'hlg' | 'bt2020'
  ];
  const white = colours === 'bt2020' ? 100 : 203; // cd/m², of paper in high dynamic range (ITU-R BT.2408)
  return [
    'format=gbrp',
    `zscale=transferin=bt709:primariesin=bt709:matrixin=gbr:rangein=full:transfer=linear:primaries=bt709:matrix=gbr:npl=${white}`,
    'format=gbrpf32le',
    'zscale=primaries=bt2020',
    `zscale=transfer=${transfer}:matrix=bt2020nc:range=limited:npl=${white}`,
    'format=yuv444p10le',
  ];
}

/** The colour properties that a source states: matrix, primaries and transfer. */
const STATED: Record<SourceSpec['colours'], readonly [string, string, string] | undefined> = {
  untagged: undefined,
  bt601: ['smpte170m', 'smpte170m', 'smpte170m'],
  bt709: ['bt709', 'bt709', 'bt709'],
  bt2020: ['bt2020nc', 'bt2020', 'bt709'],
  pq: ['bt2020nc', 'bt2020', 'smpte2084'],
  hlg: ['bt2020nc', 'bt2020', 'arib-std-b67'],
};

/** Some encoders write the properties of the frames, others those of their options. */
function statedColours(colours: SourceSpec['colours']): string[] {
  const [matrix, primaries, transfer] = STATED[colours] ?? [];
  if (!matrix) return [];
  return [`setparams=colorspace=${matrix}:color_primaries=${primaries}:color_trc=${transfer}`];
}

function colourOptions({ colours, isFullRange }: SourceSpec): string {
  const [matrix, primaries, transfer] = STATED[colours] ?? [];
  if (!matrix) return '';
  const range = isFullRange ? 'pc' : 'tv';
  return `-colorspace ${matrix} -color_primaries ${primaries} -color_trc ${transfer} -color_range ${range}`;
}

function encoderOptions(spec: SourceSpec): string[] {
  const { fields, format, layout, times } = spec;
  return words(
    `-c:v:0 ${format.encode} ${colourOptions(spec)}`,
    fields ? '-flags:v:0 +ilme+ildct' : '',
    layout === 'open groups' ? '-x264-params open-gop=1' : '',
    times === 'constant' ? '' : '-enc_time_base:v:0 1/90000',
    '-fps_mode passthrough',
  );
}

function soundOptions({ sound }: SourceSpec): string[] {
  if (!sound) return [];
  const isSecond = sound.second === 'default';
  const disposition = sound.second
    ? `-disposition:a:${isSecond ? 0 : 1} 0 -disposition:a:${isSecond ? 1 : 0} default`
    : '';
  return words(`-c:a ${sound.format.encode} -ac ${sound.channels}`, disposition);
}

function extraOptions({ container, extras }: SourceSpec): string[] {
  const subtitles = container === 'mkv' ? 'srt' : container === 'webm' ? 'webvtt' : 'mov_text';
  return words(
    extras.includes('subtitles') ? `-c:s ${subtitles}` : '',
    extras.includes('cover') ? '-c:v:1 png -pix_fmt:v:1 rgb24 -disposition:v:1 attached_pic' : '',
    extras.includes('time code') ? '-timecode 01:00:00:00' : '',
    extras.includes('data') ? '-c:d copy' : '',
  );
}

function containerOptions(spec: SourceSpec): string[] {
  const { container, layout, startSeconds } = spec;
  return words(
    container === '3gp' ? '-f 3gp' : '',
    container === 'avi' ? '-avoid_negative_ts disabled' : '', // otherwise a whole frame is inserted for it
    startSeconds > 0 ? `-output_ts_offset ${startSeconds}` : '',
    layout === 'fragments' ? '-movflags +frag_keyframe+empty_moov+delay_moov' : '',
    layout === 'live' ? '-live 1' : '',
    spec.times === 'constant' || !/mp4|m4v|mov/.test(container) ? '' : '-video_track_timescale 90000',
  );
}

/** Returns the options that copy a finished file once more, to change what only a container states; none if nothing. */
function secondPass({ aspect, format, layout, rate, rotation }: SourceSpec): {
  input: string;
  output: string;
} {
  const skip = layout === 'edit list' ? `-ss ${CUT_FRAMES / numberOf(rate)}` : '';
  const shape =
    aspect?.where === 'container' && format.hasShape ? `-aspect ${aspect.ratio.replace('/', ':')}` : '';
  const turn = rotation > 0 ? `-metadata:s:v:0 rotate=${rotation}` : ''; // has no effect while encoding
  return { input: skip, output: `${shape} ${turn}`.trim() };
}

function words(...texts: string[]): string[] {
  return texts.join(' ').split(/\s+/).filter(Boolean);
}
