import { why } from '@larksong/service-kit/sentences';

import { InputError } from '../failure.ts';
import { AUDIO_CODECS, VIDEO_CODECS } from '../rules/source/formats.ts';
import { guardOptions, PROBE_LIMITS } from '../rules/source/input-args.ts';
import { readStreamList, type StreamList } from '../rules/source/stream-list.ts';
import { isPicture, type ProbedStream } from '../rules/source/streams.ts';
import { withoutSurplus } from '../rules/source/tracks.ts';
import { MediaError } from '../media-error.ts';
import { CAUGHT_A_SIGNAL, collect, endReason } from './process.ts';
import { confine } from './sandbox.ts';
import type { Source } from './source.ts';
import type { MediaTools } from './tools.ts';

export interface ProbeOptions {
  source: Source;
  demuxer: string;
  signal: AbortSignal;
  timeoutMs: number;
}

/** The fields to read; no tags, which may be as long as the file. */
const ENTRIES = [
  'stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,r_frame_rate,avg_frame_rate,' +
    'field_order,pix_fmt,color_space,color_transfer,color_primaries,channels,start_time,nb_frames',
  'stream_disposition=default,attached_pic,still_image',
  'stream_side_data=rotation',
  'program_stream=index',
  'format=format_name,duration',
].join(':');
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/**
 * Limits of the first reading of a file, which decodes nothing and takes a fraction of a second. Every later one reads the
 * same chapters, tags and edits again.
 */
const HEADER_LIMITS = { cpuSeconds: 5, maxLogBytes: 4 * 1024 * 1024 };

/** The codecs whose decoders may be opened. */
const DECODED = new Set([...VIDEO_CODECS, ...AUDIO_CODECS]);

/**
 * Returns container, streams and chapters in the shape of ffprobe's JSON. Opens only allowed decoders, even if a stream needs
 * another one. Rejects with `MediaError('exit')` and the log if the file cannot be read.
 */
export async function probeStreams(tools: MediaTools, options: ProbeOptions): Promise<unknown> {
  const { streams, chapters, format } = await readHeader(tools, options);
  const decoded = withoutSurplus(streams).filter(
    ({ codec_name: codec }) => codec !== undefined && DECODED.has(codec),
  );
  const indexes = decoded.map(({ index }) => index);
  // ffprobe prints nothing if the file has a stream that it may not decode.
  const canProbe = streams.every((stream) => decoded.includes(stream) || isData(stream));
  if (!canProbe) return listStreams(tools, options, indexes);
  const show = ['-v', 'error', '-show_entries', ENTRIES, '-of', 'json=compact=1'];
  const done = await run(tools.ffprobe, tools, {
    ...options,
    decoded: indexes,
    args: [...PROBE_LIMITS, ...show],
  });
  if (done.code !== 0) throw new MediaError('exit', done.log);
  const answer = JSON.parse(done.stdout.toString('utf8')) as {
    format?: { duration?: string };
    streams?: ProbedStream[];
  };
  // ffprobe omits the size of a picture that exceeds its limit, and logs it.
  const pictures = answer.streams?.filter(isPicture) ?? [];
  const isUnsized = pictures.length > 0 && pictures.every(({ width }) => !width);
  if (isUnsized && /Picture size \d+x\d+ exceeds/.test(done.log)) throw new MediaError('exit', done.log);
  // ffprobe guesses a duration from the bit rate of the decoded data.
  if (format.duration === undefined) delete answer.format?.duration;
  return { ...answer, chapters };
}

/** Lists the streams without decoding. Throws `InputError` if that takes unusually long. */
async function readHeader(tools: MediaTools, options: ProbeOptions): Promise<StreamList> {
  try {
    return await listStreams(tools, options, []);
  } catch (error) {
    if (!(error instanceof MediaError) || !/^(processor|size)$/.test(error.reason)) throw error;
    throw new InputError(why('too-many-tags'), error.log, { cause: error, code: 'too-large' });
  }
}

function isData({ codec_type: kind }: { codec_type: string }): boolean {
  return kind === 'data' || kind === 'attachment';
}

/** Returns the streams as listed by ffmpeg, which opens decoders only for the given indexes. */
async function listStreams(
  tools: MediaTools,
  options: ProbeOptions,
  decoded: readonly number[],
): Promise<StreamList> {
  const args = ['-nostdin', '-v', 'info', ...PROBE_LIMITS];
  const limits = decoded.length === 0 ? HEADER_LIMITS : {};
  const { log } = await run(tools.ffmpeg, tools, { ...options, decoded, args, ...limits });
  const list = readStreamList(log, options.demuxer);
  // Without an output, ffmpeg always exits with an error.
  if (list.streams.length === 0) throw new MediaError('exit', log);
  return list;
}

async function run(
  program: string,
  { isolation }: MediaTools,
  options: ProbeOptions & {
    decoded: readonly number[];
    args: string[];
    cpuSeconds?: number;
    maxLogBytes?: number;
  },
): Promise<{ code: number | null; stdout: Buffer; log: string }> {
  const { cpuSeconds = options.timeoutMs / 1000, source } = options;
  const begin = performance.now();
  const command = confine(isolation, {
    program,
    readable: source.protocol === 'file' ? source.address : undefined,
    network: source.protocol === 'http',
    cpuSeconds,
  });
  const guard = guardOptions({ ...options, protocol: source.protocol });
  const { code, signal, stdout, stderr } = await collect(
    [...command, '-hide_banner', ...guard, ...options.args, '-i', source.address],
    {
      signal: options.signal,
      timeoutMs: options.timeoutMs,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      logBytes: MAX_OUTPUT_BYTES,
      ...(options.maxLogBytes === undefined ? {} : { maxLogBytes: options.maxLogBytes }),
    },
  );
  const log = stderr.replaceAll(source.address, 'source');
  const hasUsedUp = performance.now() - begin >= cpuSeconds * 1000;
  const reason = hasUsedUp && CAUGHT_A_SIGNAL.includes(code ?? 0) ? 'processor' : endReason({ code, signal });
  if (reason !== 'exit') throw new MediaError(reason, log);
  return { code, stdout, log };
}
