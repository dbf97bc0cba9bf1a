import { createPacketReader, type Packet } from '../rules/packets.ts';
import { guardOptions } from '../rules/input-args.ts';
import type { ProbeOptions } from './ffprobe.ts';
import { collect, endReason, MediaError } from './process.ts';
import { confine } from './sandbox.ts';
import type { MediaTools } from './tools.ts';

export interface PacketRun {
  /** Options before and after the input; the output is in the format `framecrc`. */
  args: { input: string[]; output: string[] };
  /** Indexes of the streams that come out, in this order. */
  streams: readonly number[];
}

/**
 * Hands out packets in the order of the file, as ffmpeg reads them, until `take` returns `enough`. The end of a damaged
 * file is the end of the list. Rejects with `MediaError`, or with what `take` threw.
 */
export async function readPackets(
  tools: MediaTools,
  options: ProbeOptions & PacketRun,
  take: (packet: Packet) => 'enough' | undefined,
): Promise<void> {
  const { args, source } = options;
  const toPacket = createPacketReader(options.streams);
  const command = confine(tools.isolation, {
    program: tools.ffmpeg,
    readable: source.protocol === 'file' ? source.address : undefined,
    network: source.protocol === 'http',
    cpuSeconds: options.timeoutMs / 1000,
  });
  const guard = guardOptions(source.protocol, options.demuxer);
  let isEnough = false;
  const onLine = (line: string) => {
    const packet = isEnough ? undefined : toPacket(line);
    if (packet) isEnough = take(packet) === 'enough';
  };
  const done = await collect(
    [
      ...[...command, '-nostdin', '-hide_banner', '-v', 'error', ...guard, ...args.input],
      ...['-i', source.address, ...args.output, 'pipe:1'],
    ],
    {
      signal: options.signal,
      timeoutMs: options.timeoutMs,
      maxOutputBytes: Infinity,
      onOutput: byLines(onLine, () => isEnough),
    },
  );
  if (isEnough) return;
  const log = done.stderr.replaceAll(source.address, 'source');
  if (done.code !== 0) throw new MediaError(endReason(done), log);
}

/** No line of ffmpeg's is longer; what is longer is no packet. */
const LONGEST_LINE = 64 * 1024;

/** Cuts output into lines as it comes. */
function byLines(onLine: (line: string) => void, isEnough: () => boolean) {
  let rest = '';
  return (data: Buffer): 'enough' | undefined => {
    const lines = (rest + data.toString('latin1')).split('\n');
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE);
    for (const line of lines) onLine(line);
    return isEnough() ? 'enough' : undefined;
  };
}
