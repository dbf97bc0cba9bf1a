import { expect, it } from 'vitest';

import { addUp, countResults, describeFailures, describeTally } from './tally.ts';

function reportOf(...files: { status: string; tests: string[] }[]): string {
  return JSON.stringify({
    testResults: files.map(({ status, tests }) => ({
      status,
      assertionResults: tests.map((test) => ({ status: test })),
    })),
  });
}

it('the tally counts passed, failed, skipped and todo tests of all files', () => {
  const report = reportOf(
    { status: 'failed', tests: ['passed', 'failed', 'passed'] },
    { status: 'passed', tests: ['passed', 'skipped', 'todo'] },
  );
  expect(countResults(report, 1)).toEqual({ passed: 3, failed: 1, skipped: 2 });
});

it('the tally counts a file that could not be loaded as one failed test', () => {
  expect(countResults(reportOf({ status: 'failed', tests: [] }), 1)).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
  });
});

it('the tally counts a run that failed outside of any test, or left no report, as one failed test', () => {
  expect(countResults(reportOf({ status: 'passed', tests: ['passed'] }), 1).failed).toBe(1);
  expect(countResults(undefined, 137).failed).toBe(1);
  expect(countResults('{"testRes', 1).failed).toBe(1);
});

it('the tally of a run without tests is empty', () => {
  expect(countResults(reportOf(), 0)).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

it('a tally is described in one line', () => {
  const sum = addUp([
    { passed: 2, failed: 0, skipped: 0 },
    { passed: 1, failed: 1, skipped: 0 },
  ]);
  expect(describeTally(sum)).toBe('3 passed, 1 failed');
  expect(describeTally({ ...sum, skipped: 4 })).toBe('3 passed, 1 failed, 4 skipped');
});

it('failures are described by test name and the first lines of the message', () => {
  const report = JSON.stringify({
    testResults: [
      {
        name: '/site/web/tray.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'the tray opens' },
          {
            status: 'failed',
            fullName: 'the tray closes',
            failureMessages: [
              `\u001B[31mError: expected true to be false\u001B[39m\n    at run (/site/node_modules/vitest/run.js:1:1)\n    at tray.test.ts:7${'\n    at more'.repeat(30)}`,
            ],
          },
        ],
      },
      { name: '/site/web/bar.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
      {
        name: '/site/web/dot.test.ts',
        status: 'passed',
        assertionResults: [{ status: 'passed', fullName: 'a dot' }],
      },
    ],
  });
  const [closes = '', bar, ...others] = describeFailures(report, '/site');
  expect(closes).toMatch(
    /^web\/tray\.test\.ts > the tray closes\n {4}Error: expected true to be false\n {8}at tray\.test\.ts:7\n/u,
  );
  expect(closes.split('\n')).toHaveLength(21);
  expect(bar).toBe('web/bar.test.ts could not be loaded\n    No such module');
  expect(others).toEqual([]);
  expect(describeFailures(undefined, '/site')).toEqual([]);
});
