import { posix } from 'node:path';

import { isSource } from './arrows-up.ts';
import type { SourceFile } from './source-file.ts';

/** More files side by side do not show what a folder is about. */
const MAX_FILES = 25;

/** Returns `folder: number of files` for each folder that has too many source files; migrations belong in one. */
export function findLargeFolders(files: readonly SourceFile[]): string[] {
  const folders = files.filter(({ path }) => isSource(path)).map(({ path }) => posix.dirname(path));
  return [...Map.groupBy(folders, (folder) => folder)]
    .filter(([folder, { length }]) => length > MAX_FILES && posix.basename(folder) !== 'migrations')
    .map(([folder, { length }]) => `${folder}: ${length} source files, at most ${MAX_FILES}`);
}
