import { isBlank } from '../../text.ts';
import { because, type Explanation } from '../../reasons.ts';
import { isSubRip, toWebVttLines, type SubtitleLine } from './sub-rip.ts';

const TIME = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const TIMING = new RegExp(`^[ \\t]*${TIME}[ \\t]*-->[ \\t]*${TIME}(?:[ \\t]+(.*))?$`);
const SUBRIP_TIME = /\d\d:\d\d,\d{3}/;
/** Settings for the position and size of a cue; `region` is dropped, since regions are. */
const SETTING =
  /^(vertical:(rl|lr)|line:-?\d+(\.\d+)?%?(,(start|center|end))?|position:\d+(\.\d+)?%(,(line-left|center|line-right))?|size:\d+(\.\d+)?%|align:(start|center|end|left|right))$/;
/** Blocks without spoken text: comments, styles and regions. */
const DROPPED_BLOCK = /^(NOTE|STYLE|REGION)(?=$|[ \t])/;
/** The markup of WebVTT: voices, languages, ruby, plain emphasis, timestamps within a cue. */
const KNOWN_TAG =
  /^<(\/?(b|i|u|c|ruby|rt|v|lang)(\.[\w-]+)*|(v|lang)(\.[\w-]+)*[ \t][^<>]*|(\d{2,}:)?\d\d:\d\d\.\d{3})>$/;
/** Control characters other than tab and line breaks, and U+FFFD, to which bytes that are not UTF-8 decode. */
const UNREADABLE = /(?![\t\n\r])\p{Cc}|�/u;

/** A fault in a subtitle file; the message is a sentence for its author. */
export class WebVttError extends Error {
  readonly explanation: Explanation;

  constructor(explanation: Explanation) {
    super(explanation.message);
    this.explanation = explanation;
  }
}

/**
 * Returns a WebVTT file (W3C, "WebVTT: The Web Video Text Tracks Format"), or a SubRip file, as WebVTT in one plain form:
 * without a byte order mark, comments, styles, regions and unknown markup, and with \n as the line break. Throws
 * `WebVttError` with a sentence that names the line if the file is malformed.
 */
export function normalizeWebVtt(content: string): string {
  const lines = toLines(content);
  if (isSubRip(lines)) return toFile(toBlocks(toWebVttLines(lines)));
  const [first, ...rest] = lines;
  if (!first || !/^WEBVTT(?=$|[ \t])/.test(first.text))
    throw new WebVttError(because('captions.header-missing', { line: 1 }));
  const blocks = toBlocks(rest);
  // The lines directly after the first belong to the header, which is for other programs.
  const isHeader = rest[0]?.text !== '' && blocks.length > 0;
  const header = isHeader ? blocks.shift() : undefined;
  const timed = header?.find(({ text }) => text.includes('-->'));
  if (timed) throw new WebVttError(because('captions.header-line', { line: timed.number }));
  return toFile(blocks);
}

function toFile(blocks: SubtitleLine[][]): string {
  const cues = blocks
    .filter(([line]) => line && !DROPPED_BLOCK.test(line.text))
    .map(toCue)
    .filter((cue) => cue !== '');
  if (cues.length === 0) throw new WebVttError(because('captions.empty'));
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

function toLines(content: string): SubtitleLine[] {
  const text = content.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const lines = text.split('\n').map((line, index) => ({ number: index + 1, text: line }));
  const unreadable = lines.find((line) => UNREADABLE.test(line.text) || !line.text.isWellFormed());
  if (unreadable) throw new WebVttError(because('captions.characters', { line: unreadable.number }));
  return lines;
}

/** Returns the runs of lines between empty lines. */
function toBlocks(lines: SubtitleLine[]): SubtitleLine[][] {
  const blocks: SubtitleLine[][] = [];
  let block: SubtitleLine[] = [];
  for (const line of [...lines, { number: 0, text: '' }]) {
    if (line.text !== '') block.push(line);
    else if (block.length > 0) {
      blocks.push(block);
      block = [];
    }
  }
  return blocks;
}

/** Returns one subtitle; empty if it has no text, since some programs write such cues to clear the screen. */
function toCue(block: SubtitleLine[]): string {
  const [first] = block;
  if (!first) return '';
  const hasName = !first.text.includes('-->');
  const timing = hasName ? block[1] : first;
  if (!timing?.text.includes('-->'))
    throw new WebVttError(because('captions.time-missing', { line: first.number }));
  const text = block.slice(hasName ? 2 : 1);
  const next = text.find((line) => line.text.includes('-->'));
  if (next) throw new WebVttError(because('captions.empty-line', { line: next.number }));
  const name = hasName ? `${first.text.trim()}\n` : '';
  const times = toTiming(timing);
  if (text.every((line) => isBlank(line.text))) return '';
  return `${name}${times}\n${text.map((line) => toCueText(line.text)).join('\n')}`;
}

function toTiming({ number, text }: SubtitleLine): string {
  const match = TIMING.exec(text);
  if (!match)
    throw new WebVttError(
      SUBRIP_TIME.test(text)
        ? because('captions.comma', { line: number })
        : because('captions.time-malformed', { line: number }),
    );
  const [startMs, endMs] = [toMilliseconds(match.slice(1, 5)), toMilliseconds(match.slice(5, 9))];
  if (endMs <= startMs) throw new WebVttError(because('captions.ends-early', { line: number }));
  const settings = (match[9] ?? '').split(/[ \t]+/).filter((setting) => SETTING.test(setting));
  return [toWebVttTime(startMs), '-->', toWebVttTime(endMs), ...settings].join(' ');
}

function toMilliseconds([hours = '0', minutes, seconds, fraction]: (string | undefined)[]): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction);
}

/** Returns a time in whole milliseconds as WebVTT writes it, such as `00:01:02.500`. */
export function toWebVttTime(ms: number): string {
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  const seconds = Math.floor(ms / 1000);
  return `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}.${pad(ms % 1000, 3)}`;
}

/** Returns a line of text without unknown markup; a lone angle bracket counts as text. */
function toCueText(line: string): string {
  return line.replaceAll(/<[^<>]*>|</g, (found) => {
    if (found === '<') return '&lt;';
    return KNOWN_TAG.test(found) ? found : '';
  });
}
