import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Enough lines for the diff of an assertion and the line in the test. */
const FAILURE_LINES = 20;

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** The fields of Vitest's JSON report that are read here. */
interface Report {
  testResults: {
    /** Absolute path of the test file. */
    name: string;
    status: string;
    /** Why the file could not be loaded. */
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
  }[];
}

/**
 * Returns the tally of a Vitest run from its JSON report and exit code. A file that could not be loaded counts as one
 * failed test; so does a run that failed without a failed test or without a report.
 */
export function countResults(report: string | undefined, exitCode: number): Tally {
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const file of parse(report)?.testResults ?? []) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed').length;
    const passed = file.assertionResults.filter(({ status }) => status === 'passed').length;
    tally.passed += passed;
    tally.failed += failed === 0 && file.status === 'failed' ? 1 : failed;
    tally.skipped += file.assertionResults.length - failed - passed;
  }
  if (exitCode !== 0 && tally.failed === 0) tally.failed = 1;
  return tally;
}

/** Returns the sum of tallies. */
export function addUp(tallies: Tally[]): Tally {
  const sum: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const tally of tallies) {
    sum.passed += tally.passed;
    sum.failed += tally.failed;
    sum.skipped += tally.skipped;
  }
  return sum;
}

/**
 * Describes each failed test of a report in a few lines: file relative to `root`, name, and first lines of the failure.
 */
export function describeFailures(report: string | undefined, root: string): string[] {
  return (parse(report)?.testResults ?? []).flatMap((file) => {
    const path = relative(root, file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0)
      return file.status === 'failed' ? [`${path} could not be loaded${begin(file.message)}`] : [];
    return failed.map((test) => `${path} > ${test.fullName}${begin(test.failureMessages?.join('\n'))}`);
  });
}

/** Returns the paths of the files with failures, relative to `root`. */
export function listFailedFiles(report: string | undefined, root: string): string[] {
  const files = parse(report)?.testResults ?? [];
  return files.filter(({ status }) => status === 'failed').map(({ name }) => relative(root, name));
}

/** Returns the first lines of a failure, indented, with only our own stack frames. */
function begin(message = ''): string {
  const lines = stripVTControlCharacters(message).trimEnd().split('\n');
  const ours = lines.filter((line) => !/^\s+at .*(?:node_modules|<anonymous>)/u.test(line));
  return ours
    .slice(0, FAILURE_LINES)
    .map((line) => `\n    ${line}`.trimEnd())
    .join('');
}

/** Returns `12 passed, 0 failed`, with `, 3 skipped` if there are any. */
export function describeTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function parse(report: string | undefined): Report | undefined {
  try {
    return report === undefined ? undefined : (JSON.parse(report) as Report); // as Vitest documents it
  } catch {
    return undefined;
  }
}
