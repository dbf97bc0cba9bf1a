import { Problem, toSentence } from '@larksong/local/host/problem';
import {
  addTool,
  BUBBLEWRAP,
  CHROMIUM,
  ensureTools,
  FFMPEG,
  FFPROBE,
  findCommand,
  HEADLESS_SHELL,
  REDIS,
} from '@larksong/local/host/tools';

import { toFaultTable } from './fault-table.ts';
import { describeSlowest } from './file-times.ts';
import { createFolderForTests } from './folder.ts';
import { listSecondAttempts, mergeSecondAttempt } from './second-attempt.ts';
import { hasFiles, LANES, LONG_SUITES, outcomeOf, type Outcome, type Run, type Suite } from './suites.ts';
import { addUp, describeTally } from './tally.ts';
import { describeWait } from './waits.ts';

/** The name of all long tests together. */
const LONG = 'faults';

/** Number of files listed at the end. */
const SLOWEST = 10;

interface Result extends Outcome {
  name: string;
  seconds: number;
}

/**
 * `npm test [suite …] [path …]`: runs the named suites, by default all but the long ones; with parts of paths, only the
 * test files whose paths contain one of them. `faults` names all parts of the long tests, or with some of their names
 * these. At the end it prints the failures, the long waits, the figures of faults, the slowest files, and the total as its
 * last line. Returns the exit code.
 */
export async function test({ args, signal }: { args: string[]; signal: AbortSignal }): Promise<number> {
  const startedAt = performance.now();
  const tools = (await hasTools()) ? [] : [{ name: 'tools', ...outcomeOf(false), seconds: 0 }];
  const lanes = chooseLanes(args);
  if (lanes.length === 0) throw new Problem(`No suite or file of tests is named by: ${args.join(' ')}`);
  const first = [...tools, ...(await runLanes(lanes, { signal, filters: listFilters(args) }))];
  const results = args.length === 0 ? await runFailedAgain(first, signal) : first;
  reportFailures(results);
  reportWaits(results);
  reportFaults(results);
  reportSlowest(results);
  console.log('');
  for (const { name, tally, seconds } of results)
    console.log(`${name.padEnd(12)} ${describeTally(tally)} (${seconds.toFixed(1)} s)`);
  console.log(`${'all'.padEnd(12)} ${secondsSince(startedAt).toFixed(1)} s`);
  const sum = addUp(results.map(({ tally }) => tally));
  console.log(`${signal.aborted ? 'Aborted.\n' : ''}${describeTally(sum)}`);
  return sum.failed > 0 || signal.aborted ? 1 : 0;
}

/**
 * Runs the failed files of a whole run again, now that nothing else runs: what a busy machine delayed passes, a fault
 * fails again. Only for a few files, see `listSecondAttempts`.
 */
async function runFailedAgain(first: readonly Result[], signal: AbortSignal): Promise<Result[]> {
  const mayRun = listSecondAttempts(first).length > 0;
  const results: Result[] = [];
  for (const result of first) {
    const { name, failedFiles } = result;
    const suites = LANES.flat().filter((suite) => suite.name === name);
    if (!mayRun || failedFiles.length === 0 || signal.aborted) {
      results.push(result);
      continue;
    }
    console.log(`\nlarksong: ${failedFiles.join(', ')} failed and will be run again …`);
    const [second] = await runLanes([suites], { signal, filters: failedFiles });
    results.push(second ? mergeSecondAttempt(result, second) : result);
  }
  return results;
}

/**
 * Returns whether the required tools are present. Suites that need a missing tool fail on their own; the others still
 * run.
 */
async function hasTools(): Promise<boolean> {
  try {
    const say = (line: string) => console.log(`larksong: ${line}`);
    if ((await findCommand(CHROMIUM.commands)) === undefined) await ensureTools([HEADLESS_SHELL], say);
    else await addTool(HEADLESS_SHELL, say);
    await ensureTools([REDIS, FFMPEG, FFPROBE, BUBBLEWRAP, CHROMIUM], say);
    return true;
  } catch (error) {
    console.error(`larksong: ${toSentence(error)}`);
    return false;
  }
}

function chooseLanes(args: string[]): Suite[][] {
  if (args.length === 0) return LANES.map((lane) => [...lane]);
  return [...LANES.map((lane) => lane.filter(({ name }) => args.includes(name))), chooseParts(args)].filter(
    (lane) => lane.length > 0,
  );
}

/** Returns the parts of the long tests: the named ones, or all that have files for the filters. */
function chooseParts(args: string[]): Suite[] {
  if (!args.includes(LONG)) return [];
  const named = LONG_SUITES.filter(({ name }) => args.includes(name));
  const filters = listFilters(args);
  return (named.length > 0 ? named : LONG_SUITES).filter((part) => hasFiles(part, filters));
}

/** Returns the arguments that name no suite and, with `faults`, no part of it. */
function listFilters(args: string[]): string[] {
  const parts = args.includes(LONG) ? [LONG, ...LONG_SUITES.map(({ name }) => name)] : [];
  const names = [...LANES.flat().map(({ name }) => name), ...parts];
  return args.filter((arg) => !names.includes(arg));
}

async function runLanes(
  lanes: readonly Suite[][],
  { signal, filters }: Pick<Run, 'signal' | 'filters'>,
): Promise<Result[]> {
  const folder = await createFolderForTests({ mayBeInMemory: !isLong(lanes) });
  const isAlone = lanes.length === 1;
  try {
    const finished = await Promise.all(
      lanes.map((lane) => runLane(lane, { signal, filters, folder: folder.path, isAlone })),
    );
    return finished.flat();
  } finally {
    await folder.remove();
  }
}

function isLong(lanes: readonly Suite[][]): boolean {
  return lanes.flat().some((suite) => LONG_SUITES.includes(suite));
}

/** Runs suites one after another. If lanes run side by side, each line of output begins with the suite's name. */
async function runLane(
  suites: Suite[],
  { isAlone, ...run }: Omit<Run, 'print'> & { isAlone: boolean },
): Promise<Result[]> {
  const results: Result[] = [];
  for (const { name, run: runSuite } of suites) {
    if (run.signal.aborted) break;
    console.log(`\nlarksong: ${name} …`);
    const startedAt = performance.now();
    const print = isAlone ? undefined : (line: string) => console.log(`${name.padEnd(11)} | ${line}`);
    const outcome = await runSuite({ ...run, print });
    const seconds = secondsSince(startedAt);
    results.push({ name, ...outcome, seconds });
    if (!isAlone)
      console.log(`\nlarksong: ${name}: ${describeTally(outcome.tally)} (${seconds.toFixed(1)} s)`);
  }
  return results;
}

/** Repeats each failure at the end, where it is easy to find. */
function reportFailures(results: Result[]): void {
  for (const { name, tally, failures } of results) {
    for (const failure of failures) console.log(`\nFAILED ${failure}`);
    if (tally.failed > failures.length) console.log(`\nFAILED ${name}; see the output above`);
  }
  for (const failure of results.flatMap(({ unstable }) => unstable))
    console.log(`\nUNSTABLE, passed at its second attempt: ${failure}`);
}

function reportWaits(results: Result[]): void {
  for (const { name, waits } of results) {
    if (waits.length > 0) console.log(`\n${name}: tests that waited longer than 2 s for one condition`);
    for (const wait of waits) console.log(`  ${describeWait(wait)}`);
  }
}

function reportFaults(results: Result[]): void {
  const table = toFaultTable(results.flatMap(({ faults }) => faults));
  if (table.length > 0) console.log(`\n${table.join('\n')}`);
}

function reportSlowest(results: Result[]): void {
  const lines = describeSlowest(
    results.flatMap(({ times }) => times),
    SLOWEST,
  );
  if (lines.length > 0) console.log('\nthe slowest test files');
  for (const line of lines) console.log(line);
}

function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000;
}
