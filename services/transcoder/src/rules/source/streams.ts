import type { catalog } from '@larksong/contracts';
import { why } from '@larksong/service-kit/sentences';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';

import { InputError } from '../../failure.ts';
import { framesPerSecond, parseFrameRate, type FrameRate } from '../timing/frame-rate.ts';
import { AUDIO_CODECS, VIDEO_CODECS } from './formats.ts';
import { MAX_PIXELS } from './input-args.ts';
import type { ListedChapter } from './stream-list.ts';
import { chooseSubtitles } from './subtitles.ts';
import { byPreference, has, inProgramOf, withoutSurplus } from './tracks.ts';

const ProbedStream = Type.Object({
  index: Type.Integer(),
  codec_type: Type.Optional(Type.String()),
  codec_name: Type.Optional(Type.String()),
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  sample_aspect_ratio: Type.Optional(Type.String()),
  r_frame_rate: Type.Optional(Type.String()),
  avg_frame_rate: Type.Optional(Type.String()),
  field_order: Type.Optional(Type.String()),
  pix_fmt: Type.Optional(Type.String()),
  color_space: Type.Optional(Type.String()),
  color_transfer: Type.Optional(Type.String()),
  color_primaries: Type.Optional(Type.String()),
  channels: Type.Optional(Type.Integer()),
  start_time: Type.Optional(Type.String()),
  nb_frames: Type.Optional(Type.String()),
  disposition: Type.Optional(Type.Record(Type.String(), Type.Integer())),
  tags: Type.Optional(Type.Object({ language: Type.Optional(Type.String()) })),
  side_data_list: Type.Optional(Type.Array(Type.Object({ rotation: Type.Optional(Type.Number()) }))),
});
export type ProbedStream = Static<typeof ProbedStream>;

export const Probed = Type.Object({
  streams: Type.Array(ProbedStream),
  chapters: Type.Optional(
    Type.Array(Type.Object({ start: Type.Number(), end: Type.Number(), title: Type.String() })),
  ),
  programs: Type.Optional(
    Type.Array(Type.Object({ streams: Type.Optional(Type.Array(Type.Object({ index: Type.Integer() }))) })),
  ),
  format: Type.Object({ format_name: Type.String(), duration: Type.Optional(Type.String()) }),
});

interface VideoStream {
  index: number;
  codec: string;
  /** As displayed: rotation applied, square pixels. */
  width: number;
  height: number;
  /** The rates that the file states, the likelier one first. */
  frameRates: FrameRate[];
  interlaced: boolean;
  /** By how many degrees it is to be turned clockwise; undefined for none. */
  turn: 90 | 180 | 270 | undefined;
  hdr: boolean;
  /** The colour matrix, stated or assumed; undefined for a rare one, and for RGB. */
  matrix: 'bt601' | 'bt709' | undefined;
  /** Standard dynamic range with the primaries of BT.2020. */
  wideGamut: boolean;
  /** Whether the colours are in a palette, which ffmpeg reads only with the first packet. */
  hasPalette: boolean;
  /** The colour properties that a source in high dynamic range does not state. */
  unstated: ('primaries' | 'matrix')[];
}

interface AudioStream {
  index: number;
  codec: string;
  channels: number;
  /** Time of its first packet; undefined if the file does not say. */
  startSeconds?: number;
}

export interface Streams {
  video: VideoStream;
  audio: AudioStream | null;
  /** Further sounds that can be decoded, in order of preference. */
  otherSounds: AudioStream[];
  /** The pictures and sounds of the file in its order, also those that cannot be decoded. */
  tracks: { pictures: ProbedStream[]; sounds: ProbedStream[] };
  subtitles: catalog.SubtitleStream[];
  /** As the file has them. */
  chapters: ListedChapter[];
  /** Indexes of all streams whose packets can be listed. */
  listable: number[];
  /** Duration of the whole file as stated by the container. */
  durationSeconds: number | undefined;
}

const SHORTEST_SIDE = 16;
const LONGEST_SIDE = 8192;

/**
 * Returns the indexes of the pictures in ffprobe's output in order of preference: those that can be decoded come first. The
 * others may be the film to which one of these is the cover.
 */
export function listPictures(answer: unknown): number[] {
  if (!Value.Check(Probed, answer)) return [];
  const pictures = withoutSurplus(answer.streams).filter((stream) => isPicture(stream) && isListable(stream));
  const known = decodable(pictures);
  const others = pictures.filter((stream) => !known.includes(stream));
  return [...byPreference(known), ...byPreference(others)].map(({ index }) => index);
}

/**
 * Chooses the video, audio and subtitle streams from ffprobe's output; the picture is `preferred`, if that is given.
 * Throws `InputError` if the file is not a video or cannot be decoded.
 */
export function chooseStreams(answer: unknown, preferred?: number): Streams {
  if (!Value.Check(Probed, answer)) throw new InputError(why('not-a-video'), '', { code: 'not-a-video' });
  const { chapters = [], format, programs } = answer;
  const streams = withoutSurplus(answer.streams);
  const picture = streams.find(({ index }) => index === preferred) ?? choosePicture(streams);
  const [audio = null, ...otherSounds] = inProgramOf(listSounds(streams), picture.index, programs);
  return {
    video: toVideo(picture),
    audio,
    otherSounds,
    tracks: { pictures: streams.filter(isPicture), sounds: streams.filter(isSound) },
    subtitles: chooseSubtitles(streams),
    chapters,
    listable: streams.filter(isListable).map((stream) => stream.index),
    durationSeconds: longest([
      Number(format.duration),
      ...(format.format_name === 'avi' ? [countedSeconds(picture)] : []),
    ]),
  };
}

/**
 * Returns the duration of the frames counted in the header; for a truncated AVI, ffprobe's duration covers only the
 * rest.
 */
function countedSeconds(stream: ProbedStream): number {
  const rate = parseFrameRate(stream.avg_frame_rate);
  return rate ? Number(stream.nb_frames) / framesPerSecond(rate) : Number.NaN;
}

/** An album cover is a video stream too. */
export function isPicture(stream: ProbedStream): boolean {
  return stream.codec_type === 'video' && !has(stream, 'attached_pic') && !has(stream, 'still_image');
}

function decodable(pictures: readonly ProbedStream[]): ProbedStream[] {
  return pictures.filter(({ codec_name: codec = '' }) => VIDEO_CODECS.includes(codec));
}

function isSound(stream: ProbedStream): boolean {
  return stream.codec_type === 'audio';
}

/** Returns the default video stream, else the largest one; decodable streams come before others. */
function choosePicture(streams: ProbedStream[]): ProbedStream {
  const pictures = streams.filter(isPicture);
  const known = decodable(pictures);
  const picture =
    byPreference(known.filter(isListable))[0] ?? byPreference(known)[0] ?? byPreference(pictures)[0];
  if (picture) return picture;
  const hasSound = streams.some((stream) => stream.codec_type === 'audio');
  throw new InputError(why(hasSound ? 'no-picture' : 'not-a-video'), '', { code: 'not-a-video' });
}

/**
 * ffmpeg cannot copy a video or audio stream without parameters, as when the decoder that would supply them is not
 * allowed.
 */
function isListable(stream: ProbedStream): boolean {
  if (stream.codec_type === 'video') return (stream.width ?? 0) > 0 && (stream.height ?? 0) > 0;
  if (stream.codec_type === 'audio') return (stream.channels ?? 0) > 0;
  return stream.codec_type === 'subtitle' || stream.codec_type === 'data';
}

function toVideo(stream: ProbedStream): VideoStream {
  const codec = stream.codec_name ?? 'unknown';
  if (!VIDEO_CODECS.includes(codec)) throw unsupported('picture', codec);
  const { width, height } = displayedSize(stream);
  return {
    index: stream.index,
    codec,
    width,
    height,
    frameRates: [stream.r_frame_rate, stream.avg_frame_rate]
      .map(parseFrameRate)
      .filter((rate) => rate !== undefined),
    interlaced: /^(tt|bb|tb|bt)$/.test(stream.field_order ?? ''),
    turn: turnOf(stream),
    hasPalette: stream.pix_fmt === 'pal8',
    ...toColours(stream),
  };
}

/** The matrices of BT.601 (for 625 and for 525 lines, the same) and BT.709, by ffprobe's `color_space`. */
const MATRICES: ReadonlyMap<string, 'bt601' | 'bt709'> = new Map([
  ['bt470bg', 'bt601'],
  ['smpte170m', 'bt601'],
  ['bt709', 'bt709'],
]);

/** Returns what must be known to convert colours. Without a statement, high definition is BT.709 (ITU-R BT.709, 601). */
function toColours(stream: ProbedStream): Pick<VideoStream, 'hdr' | 'matrix' | 'unstated' | 'wideGamut'> {
  const { color_space: matrix, color_transfer: transfer, color_primaries: primaries } = stream;
  const isHigh = (stream.width ?? 0) >= 1280 || (stream.height ?? 0) > 576;
  const assumed = isHigh ? 'bt709' : 'bt601';
  const hdr = /^(smpte2084|arib-std-b67)$/.test(transfer ?? '');
  return {
    hdr,
    matrix: isKnown(matrix) ? MATRICES.get(matrix) : assumed,
    unstated: hdr ? unstatedOf({ primaries, matrix }) : [],
    wideGamut: !hdr && primaries === 'bt2020' && matrix?.startsWith('bt2020') === true && isKnown(transfer),
  };
}

function unstatedOf(stated: Record<'primaries' | 'matrix', string | undefined>): VideoStream['unstated'] {
  return (['primaries', 'matrix'] as const).filter((property) => !isKnown(stated[property]));
}

function isKnown(property: string | undefined): property is string {
  return property !== undefined && !/^(unknown|unspecified|reserved)$/.test(property);
}

/** Returns the error about a picture or a sound that cannot be decoded. */
export function unsupported(what: 'picture' | 'sound', codec: string): InputError {
  return new InputError(
    why(what === 'picture' ? 'picture-unsupported' : 'sound-unsupported', { codec }),
    '',
    { code: 'unsupported' },
  );
}

const LARGEST_SIDE = 4096;
const TOO_LARGE = { code: 'too-large' } as const;

/** Returns the error about a picture of more pixels than are accepted. */
export function tooLarge(width: number, height: number, log = ''): InputError {
  return new InputError(why('picture-too-large', { width, height, mostSide: LARGEST_SIDE }), log, TOO_LARGE);
}

function displayedSize(stream: ProbedStream): { width: number; height: number } {
  const [width, height] = [stream.width ?? 0, stream.height ?? 0];
  if (width === 0 || height === 0)
    throw new InputError(why('picture-not-described'), '', { code: 'damaged' });
  if (Math.min(width, height) < SHORTEST_SIDE)
    throw new InputError(why('picture-too-small', { width, height }), '', {
      code: 'unsupported',
    });
  if (Math.max(width, height) > LONGEST_SIDE || width * height > MAX_PIXELS) throw tooLarge(width, height);
  const [, x, y] = /^(\d+):(\d+)$/.exec(stream.sample_aspect_ratio ?? '') ?? [];
  const pixelShape = Number(x) / Number(y);
  const isShaped = pixelShape >= 0.1 && pixelShape <= 10;
  const wide = Math.max(SHORTEST_SIDE, Math.round(width * (isShaped ? pixelShape : 1)));
  return turnOf(stream) === 90 || turnOf(stream) === 270
    ? { width: height, height: wide }
    : { width: wide, height };
}

/** Returns by how many degrees a picture is to be turned clockwise, if at all; ffprobe states them counterclockwise. */
function turnOf(stream: ProbedStream): VideoStream['turn'] {
  const rotation = stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? 0;
  const quarters = ((-Math.round(rotation / 90) % 4) + 4) % 4;
  return ([undefined, 90, 180, 270] as const)[quarters];
}

/** Returns the sounds that can be decoded: the default one first, then the others in the file's order. */
export function listSounds(streams: readonly ProbedStream[]): AudioStream[] {
  const known = streams.filter(
    (stream) =>
      isSound(stream) && AUDIO_CODECS.includes(stream.codec_name ?? '') && (stream.channels ?? 0) > 0,
  );
  return byPreference(known).map((sound) => ({
    index: sound.index,
    codec: sound.codec_name ?? '',
    channels: sound.channels ?? 2,
    ...(Number.isFinite(Number(sound.start_time)) ? { startSeconds: Number(sound.start_time) } : {}),
  }));
}

function longest(seconds: number[]): number | undefined {
  const known = seconds.filter((value) => Number.isFinite(value) && value > 0);
  return known.length > 0 ? Math.max(...known) : undefined;
}
