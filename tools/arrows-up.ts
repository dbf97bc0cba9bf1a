import { posix } from 'node:path';

import { listImports } from './imports.ts';
import type { SourceFile } from './source-file.ts';

/** An import between two files. */
export interface Arrow {
  from: string;
  to: string;
}

/**
 * Returns the imports against the main direction between two entries (folders or files) of the same folder, at every
 * level of the tree, type imports included. The main direction is that of more imports; if both have the same number,
 * one of them counts. Tests are left out, since they may import from anywhere.
 */
export function findArrowsUp(files: readonly SourceFile[]): Arrow[] {
  const pairs = new Map<string, { there: Arrow[]; back: Arrow[] }>();
  for (const arrow of listArrows(files)) {
    const [from, to] = siblingsOf(arrow);
    const [first = '', second = ''] = [from, to].toSorted();
    const pair = pairs.get(`${first} ${second}`) ?? { there: [], back: [] };
    pairs.set(`${first} ${second}`, pair);
    pair[from === first ? 'there' : 'back'].push(arrow);
  }
  return [...pairs.values()].flatMap(({ there, back }) => (back.length <= there.length ? back : there));
}

/** Returns whether a file is code other than a test or a helper of tests. */
export function isSource(path: string): boolean {
  return /\.(tsx?|mjs|js)$/.test(path) && !/^e2e\/|\.test\.tsx?$|\/(test|testing)\//.test(path);
}

/** Returns the imports between these files, each pair of files once. */
function listArrows(files: readonly SourceFile[]): Arrow[] {
  const sources = files.filter(({ path }) => isSource(path));
  const paths = new Set(sources.map(({ path }) => path));
  const entries = listPackageEntries(files);
  return sources.flatMap((file) => {
    const targets = listImports(file).map(({ target }) => entries.get(target) ?? target);
    return [...new Set(targets)]
      .filter((target) => target !== file.path && paths.has(target))
      .map((to) => ({ from: file.path, to }));
  });
}

/** Returns the files that the packages export, by the names under which others import them. */
function listPackageEntries(files: readonly SourceFile[]): Map<string, string> {
  const manifests = files.filter(({ path }) => posix.basename(path) === 'package.json');
  return new Map(
    manifests.flatMap(({ path, text }) => {
      const { name = '', exports = {} } = JSON.parse(text) as Manifest; // pnpm has read it
      return Object.entries(exports).map(
        ([key, entry]) => [posix.join(name, key), posix.join(posix.dirname(path), entry)] as const,
      );
    }),
  );
}

interface Manifest {
  name?: string;
  exports?: Record<string, string>;
}

/** Returns the two entries of the same folder that contain the two files, or are these files. */
function siblingsOf({ from, to }: Arrow): [string, string] {
  const [own, other] = [from.split('/'), to.split('/')];
  const depth = own.findIndex((name, index) => name !== other[index]) + 1;
  return [own.slice(0, depth).join('/'), other.slice(0, depth).join('/')];
}
