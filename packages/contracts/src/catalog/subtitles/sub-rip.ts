/** A line of a subtitle file; `number` from 1. */
export interface SubtitleLine {
  number: number;
  text: string;
}

/** A time line of SubRip: hours may have one digit, milliseconds follow a comma or a dot, coordinates may follow. */
const TIMING =
  /^[ \t]*(\d{1,3}):(\d{1,2}):(\d{1,2})[,.](\d{1,3})[ \t]*-->[ \t]*(\d{1,3}):(\d{1,2}):(\d{1,2})[,.](\d{1,3})(?=$|[ \t])/;
/** Instructions of other formats that players of SubRip understand, such as `{\an8}`. */
const OVERRIDE = /\{\\[^{}]*\}/g;

/** Returns whether the lines are those of a SubRip file: the first one with text is a number or a time. */
export function isSubRip(lines: readonly SubtitleLine[]): boolean {
  const [first, second] = lines.filter(({ text }) => text.trim() !== '');
  if (first === undefined) return false;
  return TIMING.test(first.text) || (/^\s*\d+\s*$/.test(first.text) && TIMING.test(second?.text ?? ''));
}

/** Returns the lines of a SubRip file as WebVTT has them after its header; each keeps its number. */
export function toWebVttLines(lines: readonly SubtitleLine[]): SubtitleLine[] {
  return lines.map(({ number, text }) => {
    const match = TIMING.exec(text);
    if (!match) return { number, text: text.trim() === '' ? '' : text.replaceAll(OVERRIDE, '') };
    const [from, to] = [toTime(match.slice(1, 5)), toTime(match.slice(5, 9))];
    return { number, text: `${from} --> ${to}` };
  });
}

function toTime([hours = '', minutes = '', seconds = '', fraction = '']: string[]): string {
  const pad = (digits: string) => digits.padStart(2, '0');
  return `${pad(hours)}:${pad(minutes)}:${pad(seconds)}.${fraction.padEnd(3, '0')}`;
}
