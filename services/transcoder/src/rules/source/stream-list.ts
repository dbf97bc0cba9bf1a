/** A stream in the shape of ffprobe's JSON; its further fields depend on the kind. */
interface ListedStream {
  index: number;
  codec_type: string;
  codec_name?: string;
  side_data_list?: object[];
  [field: string]: unknown;
}

/** A chapter as the file has it; times in seconds on the timeline of its packets. */
export interface ListedChapter {
  start: number;
  end: number;
  title: string;
}

/** Streams that belong together, as in a broadcast. */
interface Program {
  streams: { index: number }[];
}

export interface StreamList {
  streams: ListedStream[];
  programs: Program[];
  chapters: ListedChapter[];
  /** The duration in seconds, if the file states one. */
  format: { format_name: string; duration?: string };
}

/**
 * Parses the list of streams that ffmpeg prints about its input into the needed parts of ffprobe's JSON.
 * ffprobe opens a decoder for each stream and fails at the first that it may not open; ffmpeg only lists them.
 *
 * A file's own text is printed among ffmpeg's, with its line breaks: the kind of a Matroska file before the list, names of
 * tags and languages within it. So the list begins at the last line that can begin it, and one in which a stream is
 * described in two ways is not believed: it has no streams.
 */
export function readStreamList(log: string, demuxer: string): StreamList {
  const begin = log.lastIndexOf('\nInput #0, ') + 1;
  const isGuessed = /^\[[^\]]*\] Estimating duration from bitrate/m.test(log.slice(0, begin));
  const listed = readLines(log.slice(begin).split('\n'));
  const { duration } = listed;
  const format = {
    format_name: demuxer,
    ...(duration === undefined || isGuessed ? {} : { duration: String(duration) }),
  };
  const { chapters, programs } = listed;
  return { streams: listed.isForged ? [] : listed.streams, chapters, programs, format };
}

function readLines(lines: readonly string[]) {
  const streams: ListedStream[] = [];
  const chapters: ListedChapter[] = [];
  const programs: Program[] = [];
  const described = new Map<string, string>();
  let [duration, isForged]: [number | undefined, boolean] = [undefined, false];
  for (const line of lines) {
    const [, hours, minutes, seconds] = /^ {2}Duration: (\d+):(\d\d):(\d\d\.\d+),/.exec(line) ?? [];
    if (hours) duration ??= Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    if (described.size === 0) readChapter(line, chapters);
    if (/^ {2}Program \d+/.test(line)) programs.push({ streams: [] });
    if (/^ {2}No Program/.test(line)) programs.push({ streams: [] });
    const number = /^ {2}Stream #0:(\d+)/.exec(line)?.[1];
    const earlier = number === undefined ? undefined : described.get(number);
    if (earlier !== undefined && earlier !== line) isForged = true;
    if (number !== undefined) described.set(number, line);
    const stream = readStream(line);
    if (stream) programs.at(-1)?.streams.push({ index: stream.index });
    if (stream && earlier === undefined) streams.push(stream); // programs may share a stream
    const rotation = /^ {6}displaymatrix: rotation of (-?[\d.]+) degrees/.exec(line)?.[1];
    const last = streams.at(-1);
    if (rotation && last) last.side_data_list = [{ rotation: Number(rotation) }];
  }
  return { streams, chapters, programs, duration, isForged };
}

function readStream(line: string): ListedStream | undefined {
  const [, index, language, kind, rest = ''] = STREAM.exec(line) ?? [];
  return index && kind
    ? toStream({ index: Number(index), kind: kind.toLowerCase(), language, rest })
    : undefined;
}

/** `  Stream #0:1[0x2](eng): Audio: aac (LC), 44100 Hz, stereo, fltp (default)` */
const STREAM =
  /^ {2}Stream #0:(\d+)(?:\[0x[\da-f]+\])?(?:\(([^()]*)\))?: (Video|Audio|Subtitle|Data|Attachment): (.*)$/;

/** Adds the chapter that a line begins, or the first line of its title to the last one. */
function readChapter(line: string, chapters: ListedChapter[]): void {
  const [, start, end] = /^ {4}Chapter #0:\d+: start (-?[\d.]+), end (-?[\d.]+)$/.exec(line) ?? [];
  if (start && end) chapters.push({ start: Number(start), end: Number(end), title: '' });
  const title = /^ {8}title +: (.*)$/.exec(line)?.[1];
  const last = chapters.at(-1);
  if (title !== undefined && last) last.title = title;
}

function toStream(listed: {
  index: number;
  kind: string;
  language: string | undefined;
  rest: string;
}): ListedStream {
  const { index, kind, language, rest } = listed;
  const codec = /^\w+/.exec(rest)?.[0];
  const disposition = {
    default: rest.includes('(default)') ? 1 : 0,
    attached_pic: rest.includes('(attached pic)') ? 1 : 0,
    still_image: rest.includes('(still image)') ? 1 : 0,
    ...(kind === 'subtitle' ? toSubtitleKind(rest) : {}),
  };
  const tags = language === undefined ? {} : { tags: { language } };
  const known = codec && codec !== 'none' && codec !== 'unknown' ? { codec_name: codec } : {};
  const more = kind === 'video' ? toPicture(rest) : kind === 'audio' ? { channels: toChannels(rest) } : {};
  return { index, codec_type: kind, ...known, disposition, ...tags, ...more };
}

function toSubtitleKind(rest: string): object {
  return {
    forced: rest.includes('(forced)') ? 1 : 0,
    hearing_impaired: rest.includes('(hearing impaired)') ? 1 : 0,
  };
}

function toPicture(rest: string): object {
  const [, width = '0', height = '0'] = /, (\d+)x(\d+)(?=[, ]|$)/.exec(rest) ?? [];
  const rate = /, ([\d.]+)(k?) (?:fps|tbr)\b/.exec(rest);
  const rateText = rate && `${Math.round(Number(rate[1]) * (rate[2] ? 1000 : 1) * 1000)}/1000`;
  const shape = [...rest.matchAll(/\bSAR (\d+:\d+)/g)].at(-1)?.[1]; // the container's follows the codec's
  const [, matrix, primaries, transfer] = /\b([\w-]+)\/([\w-]+)\/([\w-]+)[,)]/.exec(rest) ?? [];
  const common = /\((?:(?:tv|pc), )?(bt709|smpte170m|bt470bg)\b/.exec(rest)?.[1];
  const isInterlaced = /\b(?:top|bottom)(?: coded)? first\b/.test(rest);
  return {
    width: Number(width),
    height: Number(height),
    ...(rateText ? { r_frame_rate: rateText, avg_frame_rate: rateText } : {}),
    ...(shape ? { sample_aspect_ratio: shape } : {}),
    ...(common ? { color_space: common } : {}),
    ...(matrix ? { color_space: matrix, color_primaries: primaries, color_transfer: transfer } : {}),
    field_order: isInterlaced ? 'tt' : 'progressive',
    ...(/, pal8[,(]/.test(rest) ? { pix_fmt: 'pal8' } : {}),
  };
}

/** `mono`, `stereo`, `5.1(side)`, `6 channels`. */
function toChannels(rest: string): number {
  const layout = /\d+ Hz, ([^,]+)/.exec(rest)?.[1] ?? '';
  if (layout.startsWith('mono')) return 1;
  const [, count] = /^(\d+) channels/.exec(layout) ?? [];
  if (count) return Number(count);
  const [, front, low, above] = /^(\d+)\.(\d+)(?:\.(\d+))?/.exec(layout) ?? [];
  if (front) return Number(front) + Number(low) + Number(above ?? 0);
  return layout === '' ? 0 : 2;
}
