import type { game } from '@larksong/contracts';

import { count } from '../content/names.ts';

/** Parts of one name with the same result, or one refused part. */
export interface ReportEntry {
  /** The name, or the path of a file. */
  title: string;
  letter: string | null;
  isPath: boolean;
  /** `cards, picture, sound`. */
  parts: string;
  reason: string | null;
}

export interface ReportGroup {
  result: game.PackResult;
  entries: ReportEntry[];
}

/** Lines that need attention come first. */
const ORDER: readonly game.PackResult[] = ['refused', 'kept', 'replaced', 'added', 'present'];

/** Groups the lines of an import by result, in the order of the pack. Refused parts stay apart, each with its reason. */
export function toReport(lines: readonly game.PackLine[]): ReportGroup[] {
  return ORDER.flatMap((result) => {
    const own = lines.filter((line) => line.result === result);
    const together = Map.groupBy(own, (line) =>
      JSON.stringify([line.letter, line.name ?? line.path, line.reason]),
    );
    const entries = [...together.values()].flatMap((same) => toEntry(same) ?? []);
    return entries.length === 0 ? [] : [{ result, entries }];
  });
}

function toEntry(same: readonly game.PackLine[]): ReportEntry | undefined {
  const [line] = same;
  if (!line) return undefined;
  const { letter, name, path, reason } = line;
  if (line.part === 'letterName')
    return { title: `The letter ${letter ?? ''}`, letter, isPath: false, parts: 'sound', reason };
  return {
    title: name ?? path ?? 'pack.json',
    letter,
    isPath: name === null,
    parts: same.map(({ part }) => part).join(', '),
    reason,
  };
}

/** Returns a sentence about the result of an import: `2 words, 3 pictures and 1 sound were added.` */
export function sumUpImport(lines: readonly game.PackLine[]): string {
  const countOf = (result: game.PackResult, part?: game.PackPart) =>
    lines.filter((line) => line.result === result && (part === undefined || line.part === part)).length;
  const added = [
    [countOf('added', 'cards'), 'word'],
    [countOf('added', 'picture'), 'picture'],
    [countOf('added', 'sound'), 'sound'],
    [countOf('added', 'letterName'), 'letter name'],
  ] as const;
  const parts = added.filter(([number]) => number > 0).map(([number, what]) => count(number, what));
  const total = added.reduce((sum, [number]) => sum + number, 0);
  const first = total === 0 ? 'Nothing was added.' : `${join(parts)} ${total === 1 ? 'was' : 'were'} added.`;
  const refused = countOf('refused');
  return refused === 0
    ? first
    : `${first} ${count(refused, 'part')} ${refused === 1 ? 'was' : 'were'} refused.`;
}

function join(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
