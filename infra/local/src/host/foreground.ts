import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

import { explainFullDisk } from './free-space.ts';
import { toSentence } from './problem.ts';

/**
 * Runs the work of a program that the launcher has started, then ends the process with the exit code that it returns.
 * Any request to end aborts its signal. An error is printed as one sentence.
 */
export async function runInForeground(work: (signal: AbortSignal) => Promise<number>): Promise<never> {
  // A reader such as head, or a terminal that was closed, has seen enough.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
    });
  try {
    process.exitCode = await work(endOnSignal());
  } catch (error) {
    const folders = [resolve(process.env['DATA_DIR'] || '.data'), process.cwd(), tmpdir()];
    console.error(`larksong: ${toSentence(await explainFullDisk(error, folders))}`);
    process.exitCode = 1;
  }
  // The channel to the launcher would keep this process alive.
  if (process.connected) process.disconnect();
  process.exit();
}

/** Returns a signal that is aborted by any request to end; a second Ctrl-C has no further effect. */
function endOnSignal(): AbortSignal {
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ending.abort());
  process.on('disconnect', () => ending.abort()); // the launcher is gone
  return ending.signal;
}
