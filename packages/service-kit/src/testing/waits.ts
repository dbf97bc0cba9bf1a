import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Waits up to this length are not recorded. */
const MOMENT_MS = 2000;

/** The call stack at the start of a wait, captured before anything is awaited. */
export type Place = Error;

/**
 * Appends a wait to the file that `LARKSONG_WAITS_FILE` names if it took longer than two seconds; `npm test` lists them at
 * its end. Does nothing without that setting.
 */
export function noteWait({ what, ms, place }: { what: string; ms: number; place: Place }): void {
  const file = process.env['LARKSONG_WAITS_FILE'];
  if (file === undefined || ms <= MOMENT_MS) return;
  const wait = {
    seconds: ms / 1000,
    what: what.replaceAll(/\s+/g, ' ').slice(0, 100),
    where: toWhere(place),
  };
  appendFileSync(file, `${JSON.stringify(wait)}\n`); // a line this short is written in one piece
}

/** Awaits `work` and records it as a wait for `what`, whether or not it succeeds. */
export async function timeWait<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  const place = new Error('began to wait');
  const startedAt = performance.now();
  try {
    return await work();
  } finally {
    noteWait({ what, ms: performance.now() - startedAt, place });
  }
}

/** Returns `path:line` of the waiting test, or else of the nearest code of the workspace, relative to the root. */
function toWhere(place: Place): string {
  const frames = (place.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !/node_modules|node:|testing\/waits/.test(line));
  const frame = frames.find((line) => /\.test\.tsx?:/.test(line)) ?? frames[0] ?? '';
  const [, path, line] = /((?:file:\/\/)?\/[^()]+):(\d+):\d+\)?$/.exec(frame) ?? [];
  if (path === undefined) return 'unknown';
  const file = path.startsWith('file:') ? fileURLToPath(path) : path;
  return `${relative(process.cwd(), file)}:${line}`;
}
