import { MediaError } from '../media-error.ts';
import { packetArgs } from '../rules/timing/packets.ts';
import { read, type Readable } from './read-span.ts';

/** A picture that does not change for this long while another one does is a cover, in seconds. */
const STILL_SECONDS = 60;

/**
 * Returns the first of several pictures that has a second frame; undefined if none has, or there is only one picture. Some
 * containers do not flag covers, such as Matroska files that ffmpeg wrote, and a cover may be larger than the film.
 */
export async function findMovingPicture(
  source: Pick<Readable, 'job' | 'demuxer'>,
  pictures: readonly number[],
): Promise<number | undefined> {
  if (pictures.length < 2) return undefined;
  const frames = new Map<number, number>();
  const moves = (index: number | undefined) => index !== undefined && (frames.get(index) ?? 0) > 1;
  let end: number | undefined;
  const run = { args: packetArgs({ streams: pictures, isSample: true }), streams: pictures };
  try {
    await read(source, run, ({ isDiscarded, streamIndex, time }) => {
      if (isDiscarded || time === undefined) return undefined;
      frames.set(streamIndex, (frames.get(streamIndex) ?? 0) + 1);
      end ??= time + STILL_SECONDS;
      return moves(pictures[0]) || time > end ? 'enough' : undefined;
    });
  } catch (error) {
    if (!(error instanceof MediaError && error.reason === 'timeout')) throw error;
  }
  return pictures.find(moves);
}
