export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** The part of Vitest's JSON report that is read here. */
interface Report {
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/**
 * What a run of Vitest amounts to, from its JSON report and exit code. A file that could not be loaded counts as one
 * failed test, and so does a run that failed without a failed test, or without a report.
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

export function addUp(tallies: Tally[]): Tally {
  const sum: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const tally of tallies) {
    sum.passed += tally.passed;
    sum.failed += tally.failed;
    sum.skipped += tally.skipped;
  }
  return sum;
}

/** `12 passed, 0 failed`, and `, 3 skipped` where there are any. */
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
