import type { Remark } from '@larksong/contracts';
import { remark } from '@larksong/service-kit/sentences';

import { AUDIO_CODECS } from './formats.ts';

/** The properties that decide between several streams of one kind, in the shape of ffprobe's JSON. */
interface Track {
  index: number;
  codec_type?: string;
  codec_name?: string;
  width?: number;
  height?: number;
  disposition?: Record<string, number>;
}

/** The streams that belong together; broadcasts carry several programs. */
export type Programs = readonly { streams?: readonly { index: number }[] }[];

/** More streams are not looked at. A film may carry hundreds, such as fonts of its subtitles. */
export const MAX_STREAMS = 64;

/** Returns whether a stream has a flag such as `default`. */
export function has(stream: Pick<Track, 'disposition'>, flag: string): boolean {
  return stream.disposition?.[flag] === 1;
}

/** Returns the streams in order of preference: the flagged ones first, of those the larger pictures. */
export function byPreference<T extends Track>(streams: readonly T[]): T[] {
  const area = ({ width = 0, height = 0 }: Track) => width * height;
  return streams.toSorted(
    (a, b) => Number(has(b, 'default')) - Number(has(a, 'default')) || area(b) - area(a) || a.index - b.index,
  );
}

/** Returns the streams that belong to the program of another one; all of them if it is in none. */
export function inProgramOf<T extends Pick<Track, 'index'>>(
  streams: readonly T[],
  index: number,
  programs: Programs = [],
): readonly T[] {
  const own = programs.find((program) => program.streams?.some((stream) => stream.index === index));
  const together = streams.filter((stream) => own?.streams?.some((each) => each.index === stream.index));
  return together.length > 0 ? together : streams;
}

/**
 * Limits the streams of a file to `MAX_STREAMS`; pictures, sounds and subtitles take precedence. They stay in the
 * file's order.
 */
export function withoutSurplus<T extends { codec_type?: string }>(streams: readonly T[]): T[] {
  if (streams.length <= MAX_STREAMS) return [...streams];
  const isWanted = (stream: T) => /^(video|audio|subtitle)$/.test(stream.codec_type ?? '');
  const kept = new Set(
    [...streams.filter(isWanted), ...streams.filter((stream) => !isWanted(stream))].slice(0, MAX_STREAMS),
  );
  return streams.filter((stream) => kept.has(stream));
}

/** Returns remarks for the uploader about the pictures and sounds of a file that are not in the video. */
export function remarksOn(of: {
  video: { index: number };
  audio: { index: number } | null;
  /** In the file's order, also those that cannot be decoded. */
  tracks: { pictures: readonly Track[]; sounds: readonly Track[] };
}): Remark[] {
  const { video, audio } = of;
  const { pictures, sounds } = of.tracks;
  const placeOf = (list: readonly Track[], index: number) =>
    list.findIndex((stream) => stream.index === index) + 1;
  return [
    ...(pictures.length > 1
      ? [
          remark('several-pictures', {
            pictureCount: pictures.length,
            place: placeOf(pictures, video.index),
          }),
        ]
      : []),
    ...(sounds.length > 1 && audio
      ? [remark('several-sounds', { soundCount: sounds.length, place: placeOf(sounds, audio.index) })]
      : []),
    ...(sounds.length > 0 && !audio ? [missingSound(sounds)] : []),
  ];
}

function missingSound(sounds: readonly Track[]): Remark {
  const unknown = sounds.find(({ codec_name: codec = '' }) => codec !== '' && !AUDIO_CODECS.includes(codec));
  return unknown ? remark('sound-unsupported', { codec: unknown.codec_name ?? '' }) : remark('sound-damaged');
}
