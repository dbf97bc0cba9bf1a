/** One packet of a stream as returned by the demuxer; times in seconds. */
export interface Packet {
  streamIndex: number;
  /** Presentation time, or decode time if there is none. */
  time: number | undefined;
  /** True if the packet has no presentation time. */
  isGuess: boolean;
  decodeTime: number | undefined;
  duration: number | undefined;
  isKey: boolean;
  /** True if it is not displayed, for example before the start of an edit list. */
  isDiscarded: boolean;
}

/** The packets to list. */
export interface PacketQuery {
  /** Indexes of the streams. */
  streams: readonly number[];
  /** Only a few packets are needed, so none of them waits for a buffer to fill. */
  isSample: boolean;
  /** Starts with the key frame before this time. */
  fromSeconds?: number;
}

/**
 * Returns ffmpeg's options before and after the input. Streams are copied without decoding, with the file's timestamps.
 */
export function packetArgs(query: PacketQuery): { input: string[]; output: string[] } {
  const { streams, fromSeconds, isSample } = query;
  const seek =
    fromSeconds === undefined
      ? []
      : ['-noaccurate_seek', '-seek_timestamp', '1', '-ss', fromSeconds.toFixed(6)];
  return {
    input: ['-copyts', ...seek],
    output: [
      streams.flatMap((index) => ['-map', `0:${index}`]),
      ['-c', 'copy', '-copyinkf', '-copypriorss', '1', '-max_interleave_delta', '1'],
      ['-flush_packets', isSample ? '1' : '0', '-f', 'framecrc'],
    ].flat(),
  };
}

/**
 * Returns options that decode one stream up to its first frame and list it. Decoders output frames later than the
 * decode times suggest, and none before the data that they depend on.
 */
export function firstFrameArgs(stream: number): { input: string[]; output: string[] } {
  return {
    input: ['-copyts'],
    output: [
      ['-map', `0:${stream}`, '-frames:v', '1', '-vf', 'scale=16:16,format=gray', '-c:v', 'rawvideo'],
      ['-fps_mode', 'passthrough', '-enc_time_base', '1/90000', '-f', 'framecrc'],
    ].flat(),
  };
}

/** Returns options that decode a sound up to its first samples and list these, without the padding of the encoder. */
export function firstSoundArgs(stream: number): { input: string[]; output: string[] } {
  return {
    input: ['-copyts'],
    output: ['-map', `0:${stream}`, '-frames:a', '1', '-c:a', 'pcm_s16le', '-f', 'framecrc'],
  };
}

const NONE = '-9223372036854775808';
const KEY = 1;
const DISCARD = 4;

/**
 * Returns a parser for lines of ffmpeg's `framecrc` format: a header with the time base of each stream, then one line
 * per packet:
 * `stream, decode time, presentation time, duration, size, checksum[, F=flags][, S=side data]`.
 */
export function createPacketReader(streams: readonly number[]): (line: string) => Packet | undefined {
  const tickSeconds: number[] = [];
  return (line) => {
    if (line.startsWith('#')) {
      const [, stream, numerator, denominator] = /^#tb (\d+): (\d+)\/(\d+)$/.exec(line) ?? [];
      if (stream) tickSeconds[Number(stream)] = Number(numerator) / Number(denominator);
      return undefined;
    }
    const [stream = '', decoded, shown, duration] = line.split(',', 4).map((field) => field.trim());
    const [streamIndex, tick] = [streams[Number(stream)], tickSeconds[Number(stream)]];
    if (streamIndex === undefined || tick === undefined || shown === undefined) return undefined;
    const seconds = (ticks: string | undefined) =>
      ticks === undefined || ticks === NONE ? undefined : Math.round(Number(ticks) * tick * 1e6) / 1e6;
    const flagged = line.indexOf(', F=0x');
    const flags = flagged < 0 ? KEY : Number.parseInt(line.slice(flagged + 6), 16); // omitted for key frames
    return {
      streamIndex,
      time: seconds(shown) ?? seconds(decoded),
      isGuess: shown === NONE,
      decodeTime: seconds(decoded),
      duration: duration === '0' ? undefined : seconds(duration),
      isKey: (flags & KEY) !== 0,
      isDiscarded: (flags & DISCARD) !== 0,
    };
  };
}

/** The lists that a run writes in addition to its output: the packets that it read, and the frames that it decoded. */
export interface ListPaths {
  packets: string;
  decoded: string;
}

/** Returns the paths of a run's lists. */
export function listPaths(folder: string): ListPaths {
  return { packets: `${folder}/packets.list`, decoded: `${folder}/decoded.list` };
}

/**
 * Returns the outputs that list the packets and decoded frames of a stream; `label` is the decoded stream in the filter
 * graph. `endSeconds` ends both lists on their timelines; undefined for none.
 */
export function listOutputs(
  paths: ListPaths,
  of: {
    streamIndex: number;
    label: string;
    encode: string[];
    endSeconds?: { read: number; decoded: number };
  },
): { options: string[]; path: string }[] {
  const { endSeconds, label, streamIndex } = of;
  const limit = (seconds: number | undefined) => (seconds === undefined ? [] : ['-t', seconds.toFixed(3)]);
  return [
    {
      options: [
        ...['-map', label, ...of.encode, ...limit(endSeconds?.decoded)],
        ...['-flush_packets', '0', '-f', 'framecrc'],
      ],
      path: paths.decoded,
    },
    {
      options: [
        ...['-map', `0:${streamIndex}`, '-c', 'copy', '-copyinkf', '-copypriorss', '1'],
        ...[...limit(endSeconds?.read), '-flush_packets', '0', '-f', 'framecrc'],
      ],
      path: paths.packets,
    },
  ];
}
