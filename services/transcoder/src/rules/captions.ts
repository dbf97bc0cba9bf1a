import { catalog, isBlank } from '@larksong/contracts';

import { TEXT_DECODERS } from './source/formats.ts';
import { baseOptions, guardOptions, type FfmpegRun, type Toolbox } from './source/input-args.ts';

/** Size in bytes at which the text of one stream, including markup, is cut off. */
export const MAX_EVENTS_BYTES = 8_000_000;

/** Share of unreadable subtitles above which the text is taken for another encoding than UTF-8. */
const MAX_UNREADABLE_SHARE = 0.05;

interface CaptionRun extends Toolbox {
  plan: catalog.Plan;
  subtitles: readonly catalog.SubtitleStream[];
  folder: string;
}

/** Returns the path of a stream's events. */
export function eventsPath(folder: string, { streamIndex }: catalog.SubtitleStream): string {
  return `${folder}/${streamIndex}.ass`;
}

/**
 * Returns the arguments that write each stream of text subtitles as events of Advanced SubStation Alpha, one line each,
 * on the timeline of the source. Text is not recoded, so that `toCaptions` can tell whether it is UTF-8; a stream full of
 * errors is no reason to fail.
 */
export function captionRun(run: CaptionRun): FfmpegRun {
  const { plan, protocol, subtitles } = run;
  const decoded = subtitles.map(({ streamIndex }) => streamIndex);
  return {
    inputOptions: [
      ...baseOptions(run.threads),
      ...guardOptions({ protocol, demuxer: plan.demuxer, decoded, decoders: TEXT_DECODERS }),
      ...['-sub_charenc_mode', 'ignore', '-copyts', '-max_error_rate', '1'],
    ],
    filter: '',
    outputs: subtitles.map((stream) => ({
      options: [
        ['-map', `0:${stream.streamIndex}`, '-c:s', 'ass'],
        ['-avoid_negative_ts', 'disabled', '-fs', String(MAX_EVENTS_BYTES)],
        ['-ignore_readorder', '1', '-f', 'ass'],
      ].flat(),
      path: eventsPath(run.folder, stream),
    })),
  };
}

interface Cue {
  startMs: number;
  endMs: number;
  text: string;
}

/**
 * Returns the events of a stream as WebVTT that passes the checks of uploaded subtitles; undefined if there are none
 * within the video, if they are too large, or if they are not UTF-8.
 */
export function toCaptions(
  events: Uint8Array,
  video: { startSeconds: number; durationSeconds: number },
): string | undefined {
  if (events.byteLength >= MAX_EVENTS_BYTES) return undefined;
  const lines = new TextDecoder().decode(events).split(/\r?\n/);
  const all = lines.map((line) => toCue(line, video)).filter((cue) => cue !== undefined);
  const cues = all.filter(({ text }) => !text.includes('\uFFFD'));
  if (cues.length < all.length * (1 - MAX_UNREADABLE_SHARE)) return undefined;
  return toWebVtt(cues);
}

/** The fields of an event: layer, start, end, style, name, three margins, effect, text. */
const TIME = String.raw`(\d+):(\d\d):(\d\d)\.(\d\d)`;
const EVENT = new RegExp(`^Dialogue: [^,]*,${TIME},${TIME},(?:[^,]*,){6}(.*)$`);

/** Returns an event relative to the beginning of the video; undefined if it shows nothing there. */
function toCue(line: string, video: { startSeconds: number; durationSeconds: number }): Cue | undefined {
  const event = EVENT.exec(line);
  if (!event) return undefined;
  const [startMs, endMs] = [event.slice(1, 5), event.slice(5, 9)].map((time) => {
    const ms = Math.round(toSeconds(time) * 1000 - video.startSeconds * 1000);
    return Math.max(0, Math.min(ms, Math.floor(video.durationSeconds * 1000)));
  }) as [number, number]; // of two times
  const text = toText(event[9] ?? '');
  return startMs < endMs && !isBlank(text) ? { startMs, endMs, text } : undefined;
}

function toSeconds([hours, minutes, seconds, hundredths]: string[]): number {
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) + Number(hundredths) / 100;
}

/** Returns the words of an event: without styles, positions, comments and drawings. */
function toText(markup: string): string {
  let isDrawing = false;
  let text = '';
  // Odd parts are override blocks; a brace after a backslash is text.
  for (const [index, part] of markup.split(/(?<!\\)\{([^{}]*)\}/).entries()) {
    const scale = part.match(/\\p\d+/g)?.at(-1);
    if (index % 2 === 0) text += isDrawing ? '' : part;
    else if (scale !== undefined) isDrawing = scale !== '\\p0';
  }
  return text
    .replaceAll(/\\[Nn]/g, '\n')
    .replaceAll('\\h', ' ')
    .replaceAll(/\\([{}])/g, '$1')
    .split('\n')
    .map((line) => line.replaceAll(/\p{Cc}/gu, ' ').trim())
    .filter((line) => !isBlank(line))
    .join('\n');
}

/** Returns a WebVTT file of the cues without repetitions; undefined if it cannot be used. */
function toWebVtt(cues: readonly Cue[]): string | undefined {
  const blocks = cues
    .toSorted((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
    .map(({ startMs, endMs, text }) => {
      const times = `${catalog.toWebVttTime(startMs)} --> ${catalog.toWebVttTime(endMs)}`;
      return `${times}\n${escape(text)}`;
    });
  try {
    const content = catalog.normalizeWebVtt(`WEBVTT\n\n${[...new Set(blocks)].join('\n\n')}\n`);
    return Buffer.byteLength(content) <= catalog.MAX_CAPTION_BYTES ? content : undefined;
  } catch (error) {
    if (error instanceof catalog.WebVttError) return undefined;
    throw error;
  }
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
