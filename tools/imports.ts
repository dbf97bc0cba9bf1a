import { dirname, posix } from 'node:path';

import type { SourceFile } from './source-file.ts';

/**
 * Returns the import cycles of these files, types included, each once, as its paths. Dynamic imports count too, since a
 * lazily loaded chunk should not depend on the file that loads it.
 */
export function findCycles(files: readonly SourceFile[]): string[][] {
  return findCyclesAmong(
    new Map(files.map((file) => [file.path, listImports(file).map(({ target }) => target)] as const)),
  );
}

/** Returns the cycles among the packages of the workspace, development dependencies included, each once, as their names. */
export function findPackageCycles(files: readonly SourceFile[]): string[][] {
  const manifests = files
    .filter(({ path }) => posix.basename(path) === 'package.json')
    .map(({ text }) => JSON.parse(text) as Manifest); // pnpm has read it
  return findCyclesAmong(
    new Map(
      manifests.map(
        ({ name, dependencies, devDependencies }) =>
          [name, Object.keys({ ...dependencies, ...devDependencies })] as const,
      ),
    ),
  );
}

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

function findCyclesAmong(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reaches = new Map([...imports.keys()].map((each) => [each, reachableFrom(each, imports)]));
  const circles = [...imports.keys()].map((each) =>
    [...imports.keys()].filter((other) => reaches.get(each)?.has(other) && reaches.get(other)?.has(each)),
  );
  const named = circles
    .filter(({ length }) => length > 0)
    .map((circle) => [circle.join(' '), circle] as const);
  return [...new Map(named).values()];
}

function reachableFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop())
    for (const next of (imports.get(path) ?? []).filter((each) => !found.has(each))) {
      found.add(next);
      open.push(next);
    }
  return found;
}

/** Returns the imports of a file: packages by name, files by their path from the root. */
export function listImports({ path, text }: SourceFile): { target: string; line: string }[] {
  if (!/\.(tsx?|mjs|js)$/.test(path)) return [];
  return [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map(([statement, name = '']) => ({
    target: name.startsWith('.') ? posix.join(dirname(path), name) : name,
    line: `${path}: ${statement}`,
  }));
}
