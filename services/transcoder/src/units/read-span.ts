import type { Demuxer } from '../rules/source/formats.ts';
import type { Job } from '../job.ts';
import { readPackets, type PacketRun } from '../media/packets.ts';
import { MediaError } from '../media-error.ts';
import { firstFrameArgs, firstSoundArgs, packetArgs, type Packet } from '../rules/timing/packets.ts';
import { collectSpan, type Span } from '../rules/timing/span.ts';
import type { Streams } from '../rules/source/streams.ts';

const SAMPLE_TIMEOUT_MS = 30_000;

/** A source to read from. */
export interface Readable {
  job: Job;
  demuxer: Demuxer;
  streams: Streams;
}

/** Returns the time of the first frame that the decoder outputs; undefined if there is none, or it takes too long. */
export async function readFirstFrame(of: Readable): Promise<number | undefined> {
  const { index } = of.streams.video;
  let first: number | undefined;
  try {
    await read(of, { args: firstFrameArgs(index), streams: [index] }, (frame) => {
      first = frame.time;
      return 'enough';
    });
  } catch (error) {
    if (!(error instanceof MediaError && error.reason === 'timeout')) throw error;
  }
  return first;
}

/** Returns whether the decoder outputs anything of the chosen sound. */
export async function canDecodeSound(of: Readable): Promise<boolean> {
  const { audio } = of.streams;
  if (!audio) return false;
  let hasOutput = false;
  await read(of, { args: firstSoundArgs(audio.index), streams: [audio.index] }, () => {
    hasOutput = true;
    return 'enough';
  });
  return hasOutput;
}

/**
 * Reads a part of the file: the chosen streams for a limited time, or all streams to the end. Ends early, possibly
 * without packets, if the file ends or is damaged before that.
 */
export async function readSpan(
  source: Readable,
  wanted: { fromSeconds?: number; lengthSeconds?: number },
  timeoutMs = SAMPLE_TIMEOUT_MS,
): Promise<Span> {
  const { streams } = source;
  const [video, audio] = [streams.video.index, streams.audio?.index];
  const { fromSeconds, lengthSeconds = Infinity } = wanted;
  const span = collectSpan({ video, audio });
  const isSample = wanted.lengthSeconds !== undefined;
  const chosen = [video, audio].filter((index) => index !== undefined);
  const query = {
    streams: isSample ? chosen : streams.listable,
    isSample,
    ...(fromSeconds === undefined ? {} : { fromSeconds }),
  };
  let end = fromSeconds === undefined ? undefined : fromSeconds + lengthSeconds;
  const run = { args: packetArgs(query), streams: query.streams, timeoutMs };
  await read(source, run, (packet) => {
    span.add(packet);
    const { decodeTime, isDiscarded, streamIndex } = packet;
    // An edit list may skip more than a sample.
    if (streamIndex !== video || decodeTime === undefined || isDiscarded) return undefined;
    end ??= decodeTime + lengthSeconds;
    return decodeTime > end ? 'enough' : undefined;
  });
  return span.close();
}

/** Reads packets up to the end of the file or the first damage. */
export async function read(
  { job, demuxer }: Pick<Readable, 'job' | 'demuxer'>,
  run: PacketRun & { timeoutMs?: number },
  take: (packet: Packet) => 'enough' | undefined,
): Promise<void> {
  const { signal, source, tools } = job;
  try {
    await readPackets(tools, { source, demuxer, signal, timeoutMs: SAMPLE_TIMEOUT_MS, ...run }, take);
  } catch (error) {
    if (!(error instanceof MediaError && error.reason === 'exit') || source.failure()) throw error;
  }
}
