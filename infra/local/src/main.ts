import { tmpdir } from 'node:os';
import { resolve } from 'node:path';

import { explainFullDisk } from './host/free-space.ts';
import { toSentence } from './host/problem.ts';
import { larksong } from './larksong.ts';
import { start } from './start.ts';
import { test } from './test-run.ts';

const commands: Record<string, (options: { args: string[]; signal: AbortSignal }) => Promise<number>> = {
  start,
  test,
  larksong,
};

/** Returns a signal that is aborted by any request to end; a second Ctrl-C has no further effect. */
function endOnSignal(): AbortSignal {
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ending.abort());
  process.on('disconnect', () => ending.abort()); // the launcher is gone
  return ending.signal;
}

const [name = '', ...args] = process.argv.slice(2);
const command = commands[name];
if (command === undefined) {
  console.error(`larksong: There is no command "${name}". Use npm start, npm test or npm run larksong.`);
  process.exit(1);
}
try {
  process.exitCode = await command({ args, signal: endOnSignal() });
} catch (error) {
  const folders = [resolve(process.env['DATA_DIR'] || '.data'), process.cwd(), tmpdir()];
  console.error(`larksong: ${toSentence(await explainFullDisk(error, folders))}`);
  process.exitCode = 1;
}
// The channel to the launcher would keep this process alive.
if (process.connected) process.disconnect();
process.exit();
