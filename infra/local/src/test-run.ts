import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { toSentence } from './problem.ts';
import { sendSignal } from './process-identity.ts';
import { addUp, countResults, describeFailures, describeTally, type Tally } from './test-tally.ts';
import { BUBBLEWRAP, CHROMIUM, ensureTools, FFMPEG, FFPROBE, REDIS } from './tools.ts';

const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** A suite that has not ended by then hangs; it is ended and counts as failed. */
const SUITE_TIMEOUT_MS = 45 * 60_000;

interface Outcome {
  tally: Tally;
  /** What failed, a few lines each, where that can be told. */
  failures: string[];
}

interface Suite {
  name: string;
  run: (signal: AbortSignal) => Promise<Outcome>;
}

/** In order of what they cost, so that what fails soon is seen soon. */
const SUITES: Suite[] = [
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
  vitest('e2e'),
];

/** What takes too long for every day; runs only when it is named. */
const LONG_SUITES: Suite[] = [vitest('faults')];

/**
 * `npm test [suite …]`: runs the suites, all but the long ones unless some are named. Prints at its end what failed
 * and, as its last line, the sum.
 */
export async function test({ args, signal }: { args: string[]; signal: AbortSignal }): Promise<number> {
  const chosen =
    args.length === 0 ? SUITES : [...SUITES, ...LONG_SUITES].filter(({ name }) => args.includes(name));
  const results: (Outcome & { name: string; seconds: number })[] = [];
  if (!(await hasTools())) results.push({ name: 'tools', ...outcomeOf(false), seconds: 0 });
  for (const { name, run } of chosen) {
    if (signal.aborted) break;
    console.log(`\nlarksong: ${name} …`);
    const startedAt = performance.now();
    const outcome = await run(signal);
    results.push({ name, ...outcome, seconds: (performance.now() - startedAt) / 1000 });
  }
  const sum = addUp(results.map(({ tally }) => tally));
  // Again at the end, where they are found below thousands of lines.
  for (const { name, tally, failures } of results) {
    for (const failure of failures) console.log(`\nFAILED ${failure}`);
    if (tally.failed > failures.length) console.log(`\nFAILED ${name}, as it says above`);
  }
  console.log('');
  for (const { name, tally, seconds } of results)
    console.log(`${name.padEnd(12)} ${describeTally(tally)} (${seconds.toFixed(1)} s)`);
  console.log(`${signal.aborted ? 'Broken off.\n' : ''}${describeTally(sum)}`);
  return sum.failed > 0 || signal.aborted ? 1 : 0;
}

/** Without some tool the suites that need it fail by themselves; the others still say something. */
async function hasTools(): Promise<boolean> {
  try {
    await ensureTools([REDIS, FFMPEG, FFPROBE, BUBBLEWRAP, CHROMIUM], (line) =>
      console.log(`larksong: ${line}`),
    );
    return true;
  } catch (error) {
    console.error(`larksong: ${toSentence(error)}`);
    return false;
  }
}

/** One test: it passes when every command ends with code 0. */
function check(name: string, commands: string[][]): Suite {
  return {
    name,
    run: async (signal) => {
      let isGood = true;
      for (const command of commands) isGood = (await run(command, signal)) === 0 && isGood;
      return outcomeOf(isGood);
    },
  };
}

/** Of a check that is one test, and has told by itself what is wrong. */
function outcomeOf(isGood: boolean): Outcome {
  return { tally: { passed: isGood ? 1 : 0, failed: isGood ? 0 : 1, skipped: 0 }, failures: [] };
}

/** All tests of one project of vitest.config.ts. */
function vitest(project: string): Suite {
  return {
    name: project,
    run: async (signal) => {
      const folder = await mkdtemp(join(tmpdir(), 'larksong-test-'));
      const report = join(folder, 'report.json');
      const options = ['--project', project, '--passWithNoTests', '--reporter=default', '--reporter=json'];
      const code = await run(['vitest', 'run', ...options, `--outputFile.json=${report}`], signal);
      const text = await readFile(report, 'utf8').catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
      return { tally: countResults(text, code), failures: describeFailures(text, ROOT) };
    },
  };
}

/** Runs a program of the workspace in a process group of its own, which ends as a whole; gives the exit code. */
function run([program = '', ...args]: string[], signal: AbortSignal): Promise<number> {
  return new Promise((resolve) => {
    // Not through pnpm, which would put it into yet another group.
    const child = spawn(join(ROOT, 'node_modules', '.bin', program), args, {
      cwd: ROOT,
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
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
    child.once('close', (code) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      end('SIGKILL'); // whatever a test has left in the group
      resolve(code ?? 1);
    });
  });
}
