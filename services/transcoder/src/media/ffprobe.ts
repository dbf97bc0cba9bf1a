import { guardOptions } from '../hls/input-args.ts';
import { collect, MediaError } from './process.ts';
import { confine } from './sandbox.ts';
import type { Source } from './source.ts';
import type { MediaTools } from './tools.ts';

export interface ProbeOptions {
  source: Source;
  demuxer: string;
  /** Those that may be opened, by name; those for videos unless given. */
  decoders?: readonly string[];
  signal: AbortSignal;
  timeoutMs: number;
}

/** One packet as ffprobe lists it; times in seconds. */
export interface Packet {
  streamIndex: number;
  /** Presentation time, or decode time where there is none. */
  time: number | undefined;
  decodeTime: number | undefined;
  duration: number | undefined;
  isKey: boolean;
  /** Not to be shown, for example before the beginning of an edit list. */
  isDiscarded: boolean;
}

/** Container and streams as JSON. Rejects with `MediaError('exit')` and ffprobe's log where it cannot read the file. */
export async function probeStreams(tools: MediaTools, options: ProbeOptions): Promise<unknown> {
  const text = await ffprobe(
    tools,
    options,
    [
      ['-show_format', '-show_streams', '-of', 'json=compact=1', '-probesize', '20M'],
      ['-analyzeduration', '20000000', '-max_probe_packets', '5000'],
    ].flat(),
  );
  return JSON.parse(text.toString('utf8'));
}

/**
 * Lists packets. `interval` in ffprobe's notation (`12.5%+3`: three seconds from the key frame before 12.5 s),
 * `stream` by index. The end of a damaged file is the end of the list.
 */
export async function probePackets(
  tools: MediaTools,
  options: ProbeOptions,
  wanted: { interval?: string; stream?: number },
): Promise<Packet[]> {
  const text = await ffprobe(
    tools,
    options,
    [
      ...(wanted.stream === undefined ? [] : ['-select_streams', String(wanted.stream)]),
      ...(wanted.interval === undefined ? [] : ['-read_intervals', wanted.interval]),
      ['-show_entries', 'packet=stream_index,pts_time,dts_time,duration_time,flags', '-of', 'csv=p=0'],
    ].flat(),
  );
  return text.toString('utf8').split('\n').filter(Boolean).map(toPacket);
}

function toPacket(line: string): Packet {
  const [stream, shown, decoded, duration, flags = ''] = line.split(',');
  const number = (text: string | undefined) => {
    const value = Number(text);
    return text === undefined || text === '' || Number.isNaN(value) ? undefined : value;
  };
  return {
    streamIndex: number(stream) ?? -1,
    time: number(shown) ?? number(decoded),
    decodeTime: number(decoded),
    duration: number(duration),
    isKey: flags.includes('K'),
    isDiscarded: flags.includes('D'),
  };
}

async function ffprobe(tools: MediaTools, options: ProbeOptions, args: string[]): Promise<Buffer> {
  const { source } = options;
  const command = confine(tools.isolation, {
    program: tools.ffprobe,
    readable: source.protocol === 'file' ? source.address : undefined,
    network: source.protocol === 'http',
    cpuSeconds: options.timeoutMs / 1000,
  });
  const guard = guardOptions(source.protocol, options.demuxer, options.decoders);
  const done = await collect(
    [...command, '-hide_banner', '-v', 'error', ...guard, ...args, '-i', source.address],
    { signal: options.signal, timeoutMs: options.timeoutMs, maxOutputBytes: 256 * 1024 * 1024 },
  );
  const log = done.stderr.replaceAll(source.address, 'source');
  if (done.signal) throw new MediaError('signal', log);
  if (done.code !== 0) throw new MediaError('exit', log);
  return done.stdout;
}
