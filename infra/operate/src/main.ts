/*
 * The command line for operators: npm run larksong -- <command>, docker compose run --rm larksong <command>
 */
import { commands } from './commands/index.ts';
import { runOperate } from './run.ts';

const ending = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => ending.abort());

// A reader such as head has seen enough. The command then has no one to tell, but ends what it does.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

// A large file may still be being written to a slow disk. An unfinished backup is only a leftover, and a restore has
// changed nothing yet.
ending.signal.addEventListener('abort', () => setTimeout(end, 3000).unref());

function end(): never {
  process.stderr.write('Stopped before it was done.\n');
  process.exit(1);
}

process.exitCode = await runOperate(commands, process.argv.slice(2), {
  environment: process.env,
  signal: ending.signal,
  print: (line) => process.stdout.write(`${line}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
});
