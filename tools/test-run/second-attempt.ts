import type { Outcome } from './suites.ts';

/** More failed files than this are no matter of a busy machine. */
const MAX_FILES = 8;

/** Returns the files of these outcomes to run again; none if they are too many, or if some failures belong to no file. */
export function listSecondAttempts(outcomes: readonly Outcome[]): string[] {
  const failed = outcomes.filter(({ tally }) => tally.failed > 0);
  const files = failed.flatMap(({ failedFiles }) => failedFiles);
  const isEveryFailureInFile = failed.every((outcome) => outcome.tally.failed === outcome.failures.length);
  return isEveryFailureInFile && files.length <= MAX_FILES ? files : [];
}

/**
 * Returns the outcome of a suite whose failed files have run again. Tests that failed only at the first attempt are passed
 * and listed as `unstable`, with what they said.
 */
export function mergeSecondAttempt<First extends Outcome>(first: First, second: Outcome): First & Outcome {
  const stillFailed = Math.min(second.tally.failed, first.tally.failed);
  return {
    ...first,
    tally: {
      ...first.tally,
      passed: first.tally.passed + first.tally.failed - stillFailed,
      failed: second.tally.failed,
    },
    failures: second.failures,
    failedFiles: second.failedFiles,
    unstable: first.failures.filter((failure) => !hasName(second.failures, failure)),
  };
}

/** The first line of a failure is the file and the name of the test. */
function hasName(failures: readonly string[], wanted: string): boolean {
  const name = toName(wanted);
  return failures.some((failure) => toName(failure) === name);
}

const toName = (failure: string) => failure.split('\n', 1)[0];
