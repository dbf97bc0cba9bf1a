import type { status } from '@larksong/contracts';
import { expect, test } from 'vitest';

import { toReport } from './report-findings.ts';

const finding = (id: status.FindingId, severity: status.Severity): status.Finding => ({
  ...{ id, severity, about: 'site', sentence: '', remedy: '', values: {} },
});
const known = { figures: {} };
const site = (changes: object) =>
  ({
    ...{ auth: known, catalog: known, game: known },
    ...{ answers: { auth: 'ok', catalog: 'ok', game: 'ok' }, findings: [] },
    ...changes,
  }) as unknown as status.SiteStatus; // what a report does not read is left out

test('hints are not reported', () => {
  const wrong = [finding('storage-full', 'error'), finding('backup-old', 'warning')];
  const findings = [...wrong, finding('mail-not-configured', 'hint')];
  expect(toReport(site({ findings }))).toEqual({ findings: wrong, isComplete: true });
});

test('a report is incomplete if a service or its figures are missing, or the machine is overloaded', () => {
  const overloaded = finding('machine-overloaded', 'warning');
  for (const changes of [
    { catalog: null },
    { game: { figures: null } },
    { answers: { auth: 'ok', catalog: 'late', game: 'ok' } },
    { findings: [overloaded] },
  ])
    expect(toReport(site(changes)).isComplete).toBe(false);
});
