import { relative } from 'node:path';

/** How long a test file took, from its imports to its last hook. */
export interface FileTime {
  seconds: number;
  path: string;
}

/** Parses the lines of the reporter in `time-reporter.ts`; paths are relative to `root`. */
export function readFileTimes(text: string, root: string): FileTime[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FileTime) // written by that reporter alone
    .map(({ seconds, path }) => ({ seconds, path: relative(root, path) }));
}

/** Returns a line for each of the slowest files, the slowest first. */
export function describeSlowest(times: readonly FileTime[], count: number): string[] {
  return times
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ seconds, path }) => `${seconds.toFixed(1).padStart(6)} s  ${path}`);
}
