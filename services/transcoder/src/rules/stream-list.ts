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

export interface StreamList {
  streams: ListedStream[];
  chapters: ListedChapter[];
  /** The duration in seconds, if the file states one. */
  format: { format_name: string; duration?: string };
}

/**
 * Parses the list of streams that ffmpeg prints about its input into the needed parts of ffprobe's JSON.
 * ffprobe opens a decoder for each stream and fails at the first that it may not open; ffmpeg only lists them.
 */
export function readStreamList(log: string, demuxer: string): StreamList {
  const streams: ListedStream[] = [];
  const chapters: ListedChapter[] = [];
  const isGuessed = /^\[[^\]]*\] Estimating duration from bitrate/m.test(log);
  let duration: number | undefined;
  for (const line of log.split('\n')) {
    if (/^Output #|^Stream mapping:/.test(line)) break;
    const [, hours, minutes, seconds] = /^ {2}Duration: (\d+):(\d\d):(\d\d\.\d+),/.exec(line) ?? [];
    if (hours && !isGuessed) duration = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    if (streams.length === 0) readChapter(line, chapters);
    const [, index, language, kind, rest = ''] = STREAM.exec(line) ?? [];
    if (index && kind)
      streams.push(toStream({ index: Number(index), kind: kind.toLowerCase(), language, rest }));
    const rotation = /^ {6}displaymatrix: rotation of (-?[\d.]+) degrees/.exec(line)?.[1];
    const last = streams.at(-1);
    if (rotation && last) last.side_data_list = [{ rotation: Number(rotation) }];
  }
  return {
    streams,
    chapters,
    format: { format_name: demuxer, ...(duration === undefined ? {} : { duration: String(duration) }) },
  };
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
