import { createPacketReader, type Packet } from '../rules/timing/packets.ts';
import { guardOptions } from '../rules/source/input-args.ts';
import type { ProbeOptions } from './ffprobe.ts';
import { startFeeds } from './feed.ts';
import { MediaError } from '../media-error.ts';
import { collect, endReason } from './process.ts';
import { confine } from './sandbox.ts';
import type { MediaTools } from './tools.ts';

export interface PacketRun {
  /** Options before and after the input; the output format is `framecrc`. */
  args: { input: string[]; output: string[] };
  /** Indexes of the output's streams, in this order. */
  streams: readonly number[];
}

/**
 * Calls `take` for each packet in file order, as ffmpeg reads it, until it returns `enough`. In a damaged file, the
 * list ends where the damage begins. Rejects with `MediaError`, or with the error that `take` threw.
 */
export async function readPackets(
  tools: MediaTools,
  options: ProbeOptions & PacketRun,
  take: (packet: Packet) => 'enough' | undefined,
): Promise<void> {
  await readList(tools, { ...options, toItem: createPacketReader(options.streams) }, take);
}

/** Calls `take` for each line of a list that is an item, until it returns `enough`. Rejects like `readPackets`. */
export async function readList<Item>(
  tools: MediaTools,
  options: ProbeOptions & PacketRun & { toItem: (line: string) => Item | undefined },
  take: (item: Item) => 'enough' | undefined,
): Promise<void> {
  const { args, source, toItem } = options;
  const command = confine(tools.isolation, {
    program: tools.ffmpeg,
    readable: source.protocol === 'file' ? source.address : undefined,
    network: source.protocol === 'http',
    cpuSeconds: options.timeoutMs / 1000,
  });
  const guard = guardOptions({ ...options, protocol: source.protocol, decoded: options.streams });
  let isEnough = false;
  const onLine = (line: string) => {
    const item = isEnough ? undefined : toItem(line);
    if (item !== undefined) isEnough = take(item) === 'enough';
  };
  const feeds = startFeeds(tools, source, { cpuSeconds: options.timeoutMs / 1000 });
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
      ...(feeds ? { input: feeds.output } : {}),
    },
  ).finally(() => feeds?.stop());
  if (isEnough) return;
  const log = done.stderr.replaceAll(source.address, 'source');
  if (done.code !== 0) throw new MediaError(endReason(done), log);
}

/** Maximum length of a packet's line. */
const MAX_LINE_LENGTH = 64 * 1024;

/** Splits output into lines as it arrives. */
function byLines(onLine: (line: string) => void, isEnough: () => boolean) {
  let rest = '';
  return (data: Buffer): 'enough' | undefined => {
    const lines = (rest + data.toString('latin1')).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH);
    for (const line of lines) onLine(line);
    return isEnough() ? 'enough' : undefined;
  };
}
