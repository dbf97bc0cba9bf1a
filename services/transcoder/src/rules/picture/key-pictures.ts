import { KEEP_FILTERS } from '../source/input-args.ts';

/** Codecs whose key pictures depend on nothing before them in the file. */
const SELF_CONTAINED = new Set(
  'vp8 vp9 av1 mjpeg prores dnxhd cfhd hap png jpeg2000 ffv1 huffyuv ffvhuff utvideo rawvideo v210 v410 r210'.split(
    ' ',
  ),
);

/** Returns whether a picture may depend on data before its key picture, such as parameters. */
export function mayDependOnBeginning(codec: string): boolean {
  return !SELF_CONTAINED.has(codec);
}

/** Small grey copies of pictures; differences between them are visible to everybody. */
const SMALL = 'scale=64:64:flags=area,format=gray';
/** The first pictures after a seek may precede the key picture. */
const PICTURES_AFTER_SEEK = 6;

/**
 * Returns the options that list small copies of pictures with their times: all key pictures, decoded from the beginning, or the
 * first ones that are decoded after a seek.
 */
export function pictureListArgs(
  streamIndex: number,
  seek?: readonly string[],
): { input: string[]; output: string[] } {
  return {
    input: [...(seek ?? ['-skip_frame', 'nokey']), '-copyts', '-noautorotate', ...KEEP_FILTERS],
    output: [
      ['-map', `0:${streamIndex}`, '-vf', SMALL, ...(seek ? ['-frames:v', String(PICTURES_AFTER_SEEK)] : [])],
      ['-c:v', 'rawvideo', '-fps_mode', 'passthrough', '-enc_time_base', '1/90000', '-f', 'framecrc'],
    ].flat(),
  };
}

/** A picture's time in ticks, and the checksum of its small copy. */
export interface ListedPicture {
  time: string;
  checksum: string;
}

/** Parses a line of such a list. */
export function readPicture(line: string): ListedPicture | undefined {
  if (line.startsWith('#')) return undefined;
  const [, , time, , , checksum] = line.split(',', 6).map((field) => field.trim());
  return time && checksum ? { time, checksum } : undefined;
}

/**
 * Returns whether pictures decoded after a seek are those decoded from the beginning. If none of them is a key picture, nothing
 * speaks against the seek.
 */
export function areAlike(
  fromBeginning: ReadonlyMap<string, string>,
  afterSeek: readonly ListedPicture[],
): boolean {
  if (afterSeek.length === 0) return fromBeginning.size === 0;
  return afterSeek.every(({ time, checksum }) => (fromBeginning.get(time) ?? checksum) === checksum);
}
