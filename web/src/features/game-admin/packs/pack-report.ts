import type { game } from '@larksong/contracts';

import { formatList } from '../../../lib/format.ts';
import { text } from '../../../lib/texts.ts';
import { explainedWords, failureWords, type Words } from '../../../parts/server-words.ts';

/** Parts of one name with the same result, or one refused part. */
export interface ReportEntry {
  /** The name, or the path of a file. */
  title: string;
  letter: string | null;
  isPath: boolean;
  /** `cards, picture, sound`. */
  parts: string;
  /** Why it is refused. */
  reason: Words | null;
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
  const { letter, name, path } = line;
  const reason = toReason(line);
  if (line.part === 'letterName')
    return {
      title: text('pack-import.the-letter', { letter: letter ?? '' }),
      letter,
      isPath: false,
      parts: text('pack-import.part.letterName'),
      reason,
    };
  return {
    title: name ?? path ?? 'pack.json',
    letter,
    isPath: name === null,
    parts: formatList(
      same.map(({ part }) => text(`pack-import.part.${part}`)),
      'unit',
    ),
    reason,
  };
}

function toReason({ reason, explanation, soundReason }: game.PackLine): Words | null {
  if (reason === null) return null;
  return soundReason ? failureWords(soundReason, reason) : explainedWords(explanation, reason);
}

/** Returns a sentence about the result of an import: `2 words, 3 pictures and 1 sound were added.` */
export function sumUpImport(lines: readonly game.PackLine[]): string {
  const countOf = (result: game.PackResult, part?: game.PackPart) =>
    lines.filter((line) => line.result === result && (part === undefined || line.part === part)).length;
  const added = [
    [countOf('added', 'cards'), 'words'],
    [countOf('added', 'picture'), 'pictures'],
    [countOf('added', 'sound'), 'sounds'],
    [countOf('added', 'letterName'), 'letter-names'],
  ] as const;
  const things = added.flatMap(([count, what]) => (count > 0 ? text(`pack-import.${what}`, { count }) : []));
  const count = added.reduce((sum, [number]) => sum + number, 0);
  const sentence =
    count === 0
      ? text('pack-import.nothing-added')
      : text('pack-import.added', { count, things: formatList(things) });
  const refused = countOf('refused');
  return refused === 0 ? sentence : text('pack-import.added-and-refused', { sentence, count: refused });
}
