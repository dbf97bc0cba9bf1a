import { expect, it } from 'vitest';

import { addUp, countResults, describeTally } from './test-tally.ts';

function reportOf(...files: { status: string; tests: string[] }[]): string {
  return JSON.stringify({
    testResults: files.map(({ status, tests }) => ({
      status,
      assertionResults: tests.map((test) => ({ status: test })),
    })),
  });
}

it('counts passed, failed, skipped and todo tests over all files', () => {
  const report = reportOf(
    { status: 'failed', tests: ['passed', 'failed', 'passed'] },
    { status: 'passed', tests: ['passed', 'skipped', 'todo'] },
  );
  expect(countResults(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 });
});

it('counts a file that could not be loaded as one failed test', () => {
  expect(countResults(reportOf({ status: 'failed', tests: [] }), 1)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  });
});

it('counts a run that failed outside of any test, or that left no report, as one failed test', () => {
  expect(countResults(reportOf({ status: 'passed', tests: ['passed'] }), 1).failed).toBe(1);
  expect(countResults(undefined, 137).failed).toBe(1);
  expect(countResults('{"testRes', 1).failed).toBe(1);
});

it('takes a run without tests as what it is', () => {
  expect(countResults(reportOf(), 0)).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

it('describes the sum in one line', () => {
  const sum = addUp([
    { passed: 2, failed: 0, skipped: 0 },
    { passed: 1, failed: 1, skipped: 0 },
  ]);
  expect(describeTally(sum)).toBe('3 passed, 1 failed');
  expect(describeTally({ ...sum, skipped: 4 })).toBe('3 passed, 1 failed, 4 skipped');
});
