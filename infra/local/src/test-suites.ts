import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { sendSignal } from './process-identity.ts';
import { readWaits, type Wait } from './test-waits.ts';
import { countResults, describeFailures, type Tally } from './test-tally.ts';

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** Compiled code of programs that the tests start again and again; kept for the next run. */
const COMPILE_CACHE = join(ROOT, 'node_modules', '.larksong', 'compile-cache');

/** A suite that is still running after this time hangs; it is ended and counts as failed. */
const SUITE_TIMEOUT_MS = 45 * 60_000;

export interface Outcome {
  tally: Tally;
  /** Each failed test in a few lines, where the suite can tell its tests apart. */
  failures: string[];
  /** Every condition that a test waited for longer than a moment. */
  waits: Wait[];
}

export interface Run {
  signal: AbortSignal;
  /** Prints a line of the suite's output. Without it the suite writes to the terminal itself. */
  print: ((line: string) => void) | undefined;
}

export interface Suite {
  name: string;
  run: (run: Run) => Promise<Outcome>;
}

/**
 * The suites of every day. The lists run side by side, the suites of one list one after another. Both keep two
 * processors about equally long; in the second, what fails soon is seen soon.
 */
export const LANES: readonly (readonly Suite[])[] = [
  [vitest('e2e')],
  [
    check('types', [
      ['tsc', '--noEmit'],
      ['tsc', '--noEmit', '-p', 'web'],
      ['tsc', '--noEmit', '-p', 'e2e'],
    ]),
    check('lint', [['oxlint', '--type-aware']]),
    check('format', [['oxfmt', '--check']]),
    vitest('unit'),
    vitest('web'),
    vitest('integration'),
  ],
];

/** The suites that take too long for every day; they run only when they are named. */
export const LONG_SUITES: readonly Suite[] = [vitest('faults')];

/** Returns the outcome of a check that counts as one test and has printed by itself what is wrong. */
export function outcomeOf(isGood: boolean): Outcome {
  return { tally: { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 }, failures: [], waits: [] };
}

/** A suite of one test, which passes if every command ends with code 0. */
function check(name: string, commands: string[][]): Suite {
  return {
    name,
    run: async (run) => {
      let isGood = true;
      for (const command of commands) isGood = (await runProgram(command, {}, run)) === 0 && isGood;
      return outcomeOf(isGood);
    },
  };
}

/** All tests of one project of vitest.config.ts. */
function vitest(project: string): Suite {
  return {
    name: project,
    run: async (run) => {
      const folder = await mkdtemp(join(tmpdir(), 'larksong-test-'));
      const [report, waits] = [join(folder, 'report.json'), join(folder, 'waits')];
      const options = ['--project', project, '--passWithNoTests', '--reporter=default', '--reporter=json'];
      const command = ['vitest', 'run', ...options, `--outputFile.json=${report}`];
      const code = await runProgram(
        command,
        { LARKSONG_WAITS_FILE: waits, NODE_COMPILE_CACHE: COMPILE_CACHE },
        run,
      );
      const text = await readFile(report, 'utf8').catch(() => undefined);
      const outcome = {
        tally: countResults(text, code),
        failures: describeFailures(text, ROOT),
        waits: readWaits(await readFile(waits, 'utf8').catch(() => '')),
      };
      await rm(folder, { recursive: true, force: true });
      return outcome;
    },
  };
}

/** Runs a program of the workspace in a process group of its own, which ends as a whole; returns the exit code. */
function runProgram(
  [program = '', ...args]: string[],
  environment: Record<string, string>,
  { signal, print }: Run,
): Promise<number> {
  return new Promise((resolve) => {
    // Not through pnpm, which would put it into yet another group.
    const child = spawn(join(ROOT, 'node_modules', '.bin', program), args, {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      detached: true,
      stdio: ['ignore', print ? 'pipe' : 'inherit', print ? 'pipe' : 'inherit'],
    });
    if (print) printLines(child, print);
    const end = (name: NodeJS.Signals) => child.pid !== undefined && sendSignal(-child.pid, name);
    const onAbort = () => {
      end('SIGTERM');
      setTimeout(() => end('SIGKILL'), 5000).unref();
    };
    const timer = setTimeout(() => {
      console.error(`larksong: ${program} ${args.join(' ')} hangs and is ended.`);
      end('SIGKILL');
    }, SUITE_TIMEOUT_MS);
    signal.addEventListener('abort', onAbort);
    child.once('error', (error) => console.error(`larksong: ${error.message}`));
    // Not `close`: something that a test has left running may hold the output open.
    child.once('exit', () => end('SIGKILL'));
    child.once('close', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(code ?? 1);
    });
  });
}

function printLines({ stdout, stderr }: ChildProcess, print: (line: string) => void): void {
  for (const stream of [stdout, stderr])
    if (stream) createInterface({ input: stream, crlfDelay: Infinity }).on('line', print);
}
