import { isBlank } from '../text.ts';

const TIME = String.raw`(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})`;
const TIMING = new RegExp(`^[ \\t]*${TIME}[ \\t]*-->[ \\t]*${TIME}(?:[ \\t]+(.*))?$`);
const SUBRIP_TIME = /\d\d:\d\d,\d{3}/;
/** Where and how wide a cue is; `region` is left out, since regions are. */
const SETTING =
  /^(vertical:(rl|lr)|line:-?\d+(\.\d+)?%?(,(start|center|end))?|position:\d+(\.\d+)?%(,(line-left|center|line-right))?|size:\d+(\.\d+)?%|align:(start|center|end|left|right))$/;
/** Blocks that say nothing that is spoken: comments, and what would style the player. */
const DROPPED_BLOCK = /^(NOTE|STYLE|REGION)(?=$|[ \t])/;
/** The markup that WebVTT knows: voices, languages, ruby, plain emphasis, moments within a cue. */
const KNOWN_TAG =
  /^<(\/?(b|i|u|c|ruby|rt|v|lang)(\.[\w-]+)*|(v|lang)(\.[\w-]+)*[ \t][^<>]*|(\d{2,}:)?\d\d:\d\d\.\d{3})>$/;
/** Control characters but tab and line breaks, and what a file that is not UTF-8 turns into. */
const UNREADABLE = /(?![\t\n\r])\p{Cc}|�/u;

/** A fault in a file of subtitles, in a sentence for its author. */
export class WebVttError extends Error {}

interface Line {
  number: number;
  text: string;
}

/**
 * Checks a WebVTT file (W3C, "WebVTT: The Web Video Text Tracks Format") and gives it in one plain form: no byte order
 * mark, line breaks as \n, comments, styles, regions and unknown markup left out. Throws `WebVttError` with a
 * sentence that names the line.
 */
export function normalizeWebVtt(content: string): string {
  const lines = toLines(content);
  const [first, ...rest] = lines;
  if (!first || !/^WEBVTT(?=$|[ \t])/.test(first.text))
    throw invalid(1, 'a subtitle file of the kind WebVTT begins with the word WEBVTT.');
  const blocks = toBlocks(rest);
  // Lines right below the first belong to the header; they are for other programs.
  const isHeader = rest[0]?.text !== '' && blocks.length > 0;
  const header = isHeader ? blocks.shift() : undefined;
  const timed = header?.find(({ text }) => text.includes('-->'));
  if (timed) throw invalid(timed.number, 'an empty line must stand between WEBVTT and the first subtitle.');
  const cues = blocks
    .filter(([line]) => line && !DROPPED_BLOCK.test(line.text))
    .map(toCue)
    .filter((cue) => cue !== '');
  if (cues.length === 0) throw new WebVttError('There are no subtitles in this file.');
  return `WEBVTT\n\n${cues.join('\n\n')}\n`;
}

function toLines(content: string): Line[] {
  const text = content.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const lines = text.split('\n').map((line, index) => ({ number: index + 1, text: line }));
  const unreadable = lines.find((line) => UNREADABLE.test(line.text) || !line.text.isWellFormed());
  if (unreadable)
    throw invalid(
      unreadable.number,
      'this has characters that cannot be read. Please save the file as UTF-8.',
    );
  return lines;
}

/** Runs of lines between empty ones. */
function toBlocks(lines: Line[]): Line[][] {
  const blocks: Line[][] = [];
  let block: Line[] = [];
  for (const line of [...lines, { number: 0, text: '' }]) {
    if (line.text !== '') block.push(line);
    else if (block.length > 0) {
      blocks.push(block);
      block = [];
    }
  }
  return blocks;
}

/** One subtitle; empty for one without text, as programs write them to clear the picture. */
function toCue(block: Line[]): string {
  const [first] = block;
  if (!first) return '';
  const hasName = !first.text.includes('-->');
  const timing = hasName ? block[1] : first;
  if (!timing?.text.includes('-->'))
    throw invalid(first.number, 'a subtitle must begin with its time, like 00:01.000 --> 00:04.000.');
  const text = block.slice(hasName ? 2 : 1);
  const next = text.find((line) => line.text.includes('-->'));
  if (next) throw invalid(next.number, 'an empty line must stand between two subtitles.');
  const name = hasName ? `${first.text.trim()}\n` : '';
  const times = toTiming(timing);
  if (text.every((line) => isBlank(line.text))) return '';
  return `${name}${times}\n${text.map((line) => toCueText(line.text)).join('\n')}`;
}

function toTiming({ number, text }: Line): string {
  const match = TIMING.exec(text);
  if (!match)
    throw invalid(
      number,
      SUBRIP_TIME.test(text)
        ? 'the time has a comma before its milliseconds, WebVTT needs a dot, like 00:01.000 --> 00:04.000.'
        : 'the time cannot be read. It looks like 00:01.000 --> 00:04.000 or 00:00:01.000 --> 00:00:04.000.',
    );
  const [startMs, endMs] = [toMilliseconds(match.slice(1, 5)), toMilliseconds(match.slice(5, 9))];
  if (endMs <= startMs) throw invalid(number, 'this subtitle ends before it begins.');
  const settings = (match[9] ?? '').split(/[ \t]+/).filter((setting) => SETTING.test(setting));
  return [toTime(startMs), '-->', toTime(endMs), ...settings].join(' ');
}

function toMilliseconds([hours = '0', minutes, seconds, fraction]: (string | undefined)[]): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction);
}

function toTime(ms: number): string {
  const pad = (value: number, length: number) => String(value).padStart(length, '0');
  const seconds = Math.floor(ms / 1000);
  return `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}.${pad(ms % 1000, 3)}`;
}

/** A line of text without markup that WebVTT does not know; a lone angle bracket is one that is meant to be read. */
function toCueText(line: string): string {
  return line.replaceAll(/<[^<>]*>|</g, (found) => {
    if (found === '<') return '&lt;';
    return KNOWN_TAG.test(found) ? found : '';
  });
}

function invalid(line: number, what: string): WebVttError {
  return new WebVttError(`Line ${line}: ${what}`);
}
