import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { sendSignal } from '@larksong/local/host/process-identity';
import { ROOT } from '@larksong/local/host/root';

import { FAULT_PARTS, listFaultFiles } from './fault-parts.ts';
import { readFaults, type FaultRow } from './fault-table.ts';
import { readFileTimes, type FileTime } from './file-times.ts';
import { countResults, describeFailures, listFailedFiles, type Tally } from './tally.ts';
import { readWaits, type Wait } from './waits.ts';

/** Compile cache for programs that the tests start repeatedly; kept for the next run. */
const COMPILE_CACHE = join(ROOT, 'node_modules', '.larksong', 'compile-cache');

/** What the last check of types found out about each file; the next one checks again what has changed since. */
const KNOWN_TYPES = join(ROOT, 'node_modules', '.larksong', 'types');

/** Records the time of each file. */
const TIME_REPORTER = join(import.meta.dirname, 'time-reporter.ts');

/** A suite that is still running after this time is considered hung: it is killed and counts as failed. */
const SUITE_TIMEOUT_MS = 45 * 60_000;

/** Each of the usual four checkers infers shared types again, which is faster only with processors to spare. */
const ONE_CHECKER = ['--checkers', '1'];

/** Collects garbage seldom, which was a third of the work: most of what the checker makes lives until its end. */
const FEW_COLLECTIONS = { GOGC: '400', GOMEMLIMIT: '2500MiB' };

/** One checker for the types that the linter needs, too, which also collects garbage seldom. */
const ONE_LINT_CHECKER = { GOMAXPROCS: '1', ...FEW_COLLECTIONS };

export interface Outcome {
  tally: Tally;
  /** A few lines for each failed test, if the suite reports its tests individually. */
  failures: string[];
  /** The test files with failures, relative to the repository. */
  failedFiles: string[];
  /** What was said by tests that failed while others ran, but passed when they were run alone. */
  unstable: string[];
  /** The conditions that a test waited for longer than two seconds. */
  waits: Wait[];
  /** The faults of reliability lines, with their figures. */
  faults: FaultRow[];
  /** How long each test file took. */
  times: FileTime[];
}

export interface Run {
  signal: AbortSignal;
  /** Prints a line of the suite's output. If it is missing, the suite writes to the terminal itself. */
  print: ((line: string) => void) | undefined;
  /** Folder for temporary files. */
  folder: string;
  /** Parts of the paths of the test files to run; all files if empty. */
  filters: string[];
}

export interface Suite {
  name: string;
  run: (run: Run) => Promise<Outcome>;
}

/**
 * The daily suites. The two lists run side by side, the suites of one list one after another. On two processors the
 * lists take about equally long; in each, the suites that fail fastest come first.
 */
export const LANES: readonly (readonly Suite[])[] = [
  [
    check('types', [checkTypes('.'), checkTypes('web'), checkTypes('e2e')], FEW_COLLECTIONS),
    check(
      'lint',
      [['oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives']],
      ONE_LINT_CHECKER,
    ),
    vitest('web'),
    vitest('e2e'),
  ],
  [check('format', [['oxfmt', '--check']]), vitest('unit'), vitest('integration')],
];

/** The parts of the long tests, `faults`; they take too long for daily use and run only if named. */
export const LONG_SUITES: readonly Suite[] = FAULT_PARTS.map((part) => ({
  name: part.name,
  run: (run) =>
    vitest('faults', part.limitMinutes * 60_000).run({
      ...run,
      filters: listFaultFiles(part, { root: ROOT, filters: run.filters }),
    }),
}));

/** Returns whether a part of the long tests has files with one of these filters in their paths. */
export function hasFiles({ name }: Suite, filters: readonly string[]): boolean {
  return FAULT_PARTS.some(
    (part) => part.name === name && listFaultFiles(part, { root: ROOT, filters }).length > 0,
  );
}

/** Returns the outcome of a check that counts as one test and has printed its own errors. */
export function outcomeOf(isGood: boolean): Outcome {
  return {
    tally: { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 },
    failures: [],
    failedFiles: [],
    unstable: [],
    waits: [],
    faults: [],
    times: [],
  };
}

/** Returns the command that checks the types of the project in a folder. */
function checkTypes(folder: string): string[] {
  const file = join(KNOWN_TYPES, `${folder === '.' ? 'root' : folder}.json`);
  return ['tsc', '--noEmit', ...ONE_CHECKER, '--incremental', '--tsBuildInfoFile', file, '-p', folder];
}

/** Returns a suite of one test, which passes if every command exits with code 0. */
function check(name: string, commands: string[][], environment: Record<string, string> = {}): Suite {
  return {
    name,
    run: async (run) => {
      let isGood = true;
      for (const command of commands)
        isGood =
          (await runProgram(command, environment, { ...run, timeoutMs: SUITE_TIMEOUT_MS })) === 0 && isGood;
      return outcomeOf(isGood);
    },
  };
}

/** Returns the suite of all tests of one project in vitest.config.ts. */
function vitest(project: string, timeoutMs = SUITE_TIMEOUT_MS): Suite {
  return {
    name: project,
    run: async (run) => {
      const folder = await mkdtemp(join(run.folder, 'reports-'));
      const inFolder = (name: string) => join(folder, name);
      const read = (name: string) => readFile(inFolder(name), 'utf8').catch(() => '');
      const files = run.filters.length > 0 ? run.filters : ['--passWithNoTests'];
      const reporters = ['--reporter=default', '--reporter=json', `--reporter=${TIME_REPORTER}`];
      const options = ['--project', project, ...reporters, `--outputFile.json=${inFolder('report.json')}`];
      const environment = {
        LARKSONG_WAITS_FILE: inFolder('waits'),
        LARKSONG_FAULTS_FILE: inFolder('faults'),
        LARKSONG_TIMES_FILE: inFolder('times'),
        NODE_COMPILE_CACHE: COMPILE_CACHE,
      };
      const code = await runProgram(['vitest', 'run', ...options, ...files], environment, {
        ...run,
        timeoutMs,
      });
      const report = await readFile(inFolder('report.json'), 'utf8').catch(() => undefined);
      const outcome = {
        tally: countResults(report, code),
        failures: describeFailures(report, ROOT),
        failedFiles: listFailedFiles(report, ROOT),
        unstable: [],
        waits: readWaits(await read('waits')),
        faults: readFaults(await read('faults')),
        times: readFileTimes(await read('times'), ROOT),
      };
      await rm(folder, { recursive: true, force: true });
      return outcome;
    },
  };
}

/** Runs a program of the workspace in its own process group, which is killed as a whole. Returns the exit code. */
function runProgram(
  [program = '', ...args]: string[],
  environment: Record<string, string>,
  { signal, print, folder, timeoutMs }: Run & { timeoutMs: number },
): Promise<number> {
  return new Promise((resolve) => {
    // Not through pnpm, which would create another process group.
    const child = spawn(join(ROOT, 'node_modules', '.bin', program), args, {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: folder, ...environment },
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
      console.error(`larksong: ${program} ${args.join(' ')} hangs and is killed.`);
      end('SIGKILL');
    }, timeoutMs);
    const finish = (code: number | null) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(code ?? 1);
    };
    signal.addEventListener('abort', onAbort);
    child.once('error', (error) => {
      console.error(`larksong: ${error.message}`);
      finish(1);
    });
    child.once('exit', (code) => {
      end('SIGKILL');
      // A process that left the group may keep the output open.
      setTimeout(() => finish(code), 5000).unref();
    });
    child.once('close', finish);
  });
}

function printLines({ stdout, stderr }: ChildProcess, print: (line: string) => void): void {
  for (const stream of [stdout, stderr])
    if (stream) createInterface({ input: stream, crlfDelay: Infinity }).on('line', print);
}
