import { relative } from 'node:path';

/** Returns a path as a reader finds it: below the folder of the terminal without what leads there, otherwise in full. */
export function shown(path: string, here = process.cwd()): string {
  const short = relative(here, path);
  return short === '' ? '.' : short.startsWith('..') ? path : short;
}
