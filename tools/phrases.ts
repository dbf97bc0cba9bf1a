import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { SourceFile } from './source-file.ts';

/** Where the uses that remain are listed. */
export const PHRASES_FILE = join(import.meta.dirname, 'phrases.json');

/**
 * The permitted uses in a file: a number for those that should go, which may only shrink, or the reason why they are
 * plain English or a name.
 */
export type PermittedUses = number | { count: number; reason: string };
export type PermittedPhrases = Record<string, PermittedUses>;

/** Phrases that have a plainer word: continues, adds, next to, its own, automatically, instead of, exists. */
const PHRASES = [
  'go on',
  'goes on',
  'went on',
  'brings',
  'bring back',
  'bringing back',
  'brought back',
  'beside',
  'of its own',
  'of their own',
  'by itself',
  'by themselves',
  'in place of',
  'is there',
  'are there',
  'of one that',
];
/** Between two words of a sentence: a space, or the beginning of the next line of a comment. */
const GAP = String.raw`\s+(?:(?:\*|//|#)\s+)?`;
/** File names, class names and properties are no prose. */
const PHRASE = new RegExp(
  `(?<![\\w./-])(?:${PHRASES.map((phrase) => phrase.replaceAll(' ', GAP)).join('|')})(?![\\w-]|[./]\\w)`,
  'gi',
);

/** Reads the list of permitted uses. */
export function readPermitted(): PermittedPhrases {
  return JSON.parse(readFileSync(PHRASES_FILE, 'utf8')) as PermittedPhrases; // written by hand and by shrink-phrases.ts
}

/** Returns the uses of the phrases in a file as `line: phrase`. Decision records are never edited. */
export function findPhrases({ path, text }: SourceFile): string[] {
  if (/^docs\/decisions\/|^tools\/[^/]+$/.test(path)) return []; // tools/ has the phrases as examples
  return [...text.matchAll(PHRASE)].map(
    (match) =>
      `${text.slice(0, match.index).split('\n').length}: ${match[0].replaceAll(new RegExp(GAP, 'g'), ' ')}`,
  );
}

/** Returns a violation if a file has more or fewer uses than are permitted. */
export function comparePhrases(file: SourceFile, permitted: PermittedPhrases): string[] {
  const found = findPhrases(file);
  const count = countOf(permitted[file.path]);
  if (found.length > count)
    return [`${file.path}: ${found.length} uses instead of ${count} (${found.join(', ')})`];
  if (found.length < count)
    return [`${file.path}: ${found.length} uses instead of ${count}; run "node tools/shrink-phrases.ts"`];
  return [];
}

/** Returns the list with each count lowered to the uses that remain, without files that have none. Raises no count. */
export function shrinkPermitted(permitted: PermittedPhrases, files: readonly SourceFile[]): PermittedPhrases {
  const found = new Map(files.map((file) => [file.path, findPhrases(file).length]));
  return Object.fromEntries(
    Object.entries(permitted).flatMap(([path, uses]) => {
      const count = Math.min(countOf(uses), found.get(path) ?? 0);
      if (count === 0) return [];
      return [[path, typeof uses === 'number' ? count : { ...uses, count }]];
    }),
  );
}

function countOf(uses: PermittedUses | undefined): number {
  return typeof uses === 'object' ? uses.count : (uses ?? 0);
}
