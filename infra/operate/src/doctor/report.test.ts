import type { Finding } from '@larksong/health';
import { describe, expect, it } from 'vitest';

import { describeReport, exitCodeOf, toReport } from './report.ts';

const finding = (id: Finding['id'], about = 'auth', severity: Finding['severity'] = 'error'): Finding => ({
  id,
  about,
  severity,
  sentence: `There is ${id}.`,
  remedy: 'Repair it.',
});

describe('the report of doctor', () => {
  it('a sound site ends with code 0, and so does one with hints alone', () => {
    const sound = toReport([], { isRunning: true });
    expect([describeReport(sound), exitCodeOf(sound)]).toEqual(['No problems found.', 0]);
    const hinted = toReport([finding('mail-not-configured', 'mail', 'hint')], { isRunning: true });
    expect(exitCodeOf(hinted)).toBe(0);
    expect(describeReport(hinted)).toBe(
      'Hint: There is mail-not-configured.  [mail-not-configured]\n  What to do: Repair it.\n\nNo problems found.',
    );
  });

  it('an error ends with code 1, comes before warnings, and is named once', () => {
    const report = toReport(
      [finding('backup-missing', 'backup', 'warning'), finding('no-worker'), finding('no-worker')],
      { isRunning: false },
    );
    expect(report.findings.map(({ id }) => id)).toEqual(['no-worker', 'backup-missing']);
    expect(exitCodeOf(report)).toBe(1);
    expect(describeReport(report)).toContain('2 problems found. The site is not running');
  });

  it('a finding that follows from another one is left out, but not that of another service', () => {
    const found = [
      finding('database-refused', 'auth'),
      finding('service-away', 'auth'),
      finding('service-away', 'game'),
    ];
    const left = toReport(found, { isRunning: true }).findings;
    expect(left.map(({ id, about }) => `${id} ${about}`)).toEqual([
      'database-refused auth',
      'service-away game',
    ]);
  });
});
