import { Value } from 'typebox/value';

import { VIDEO_CODECS } from './formats.ts';
import { listSounds, Probed, unsupported, type ProbedStream, type Streams } from './streams.ts';
import { has, withoutSurplus } from './tracks.ts';

/** The streams of a song: a file with sound and without a picture that moves. */
export interface SongStreams extends Pick<Streams, 'chapters' | 'durationSeconds'> {
  audio: NonNullable<Streams['audio']>;
  /** Indexes of the covers that are large enough to be shown and whose decoders may be opened. */
  covers: number[];
}

/**
 * Chooses the sound and the covers from ffprobe's output. Returns undefined if the file has a picture that moves or no
 * sound; throws `InputError` if its sound cannot be decoded.
 */
export function findSong(answer: unknown): SongStreams | undefined {
  if (!Value.Check(Probed, answer)) return undefined;
  const { chapters = [], format } = answer;
  const streams = withoutSurplus(answer.streams);
  const pictures = streams.filter((stream) => stream.codec_type === 'video');
  if (!pictures.every(isCover)) return undefined;
  const audio = listSounds(streams)[0];
  const unknown = streams.find(({ codec_type: kind, codec_name: codec }) => kind === 'audio' && codec);
  if (!audio && unknown) throw unsupported('sound', unknown.codec_name ?? '');
  if (!audio) return undefined;
  const known = pictures.filter(
    (stream) => VIDEO_CODECS.includes(stream.codec_name ?? '') && !isIcon(stream),
  );
  const seconds = Number(format.duration);
  return {
    audio,
    covers: known.map(({ index }) => index),
    chapters,
    durationSeconds: seconds > 0 ? seconds : undefined,
  };
}

/** A smaller picture, such as the icon that some tags have, is a smear on a screen. */
const SMALLEST_COVER_SIDE = 64;

/** A size that the file does not state counts as large enough. */
function isIcon({ width = 0, height = 0 }: ProbedStream): boolean {
  const side = Math.min(width, height);
  return side > 0 && side < SMALLEST_COVER_SIDE;
}

function isCover(stream: ProbedStream): boolean {
  return has(stream, 'attached_pic') || has(stream, 'still_image');
}
