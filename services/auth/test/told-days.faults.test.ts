import type { status } from '@larksong/contracts';
import { FINDINGS } from '@larksong/contracts/sentences';
import { say } from '@larksong/service-kit/sentences';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { noteReport, tellOfFindings } from '../src/told/tell.ts';
import { openTables, type OpenTables } from './open-tables.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const START = Date.parse('2026-03-02T08:00:00Z');

let tables: OpenTables;

beforeAll(async () => {
  tables = await openTables();
});
afterAll(() => tables?.close());

function finding(
  id: status.FindingId,
  severity: status.Severity,
  { about = 'site', ...values }: Record<string, string | number> = {},
): status.Finding {
  const { sentence, remedy } = FINDINGS[id];
  const words = { sentence: say(sentence, values), remedy: say(remedy, values) };
  return { id, severity, about: String(about), ...words, values };
}

/** What is wrong in the minutes of four days: the backup for three days, and others now and then, some of them again and again. */
function findAt(minute: number): status.Finding[] {
  const hour = minute / 60;
  const backup = finding('backup-failed', 'error', { about: 'backup', problem: 'The disk is full' });
  const disk = finding('storage-nearly-full', 'warning', { freeBytes: 3e9, leastBytes: 2e9 });
  const full = finding('storage-full', 'error', { freeBytes: 1e9, leastBytes: 2e9 });
  const certificate = finding('certificate-expiring', 'warning', { endsAt: '2026-03-20T00:00:00Z' });
  const worker = finding('worker-vanished', 'warning', {
    about: 'worker-1',
    name: 'worker-1',
    silentSeconds: 90,
  });
  const mail = finding('mail-server-away', 'error', {
    server: 'mail.school.example',
    problem: 'ECONNREFUSED',
  });
  return [
    ...(hour < 72 ? [backup] : []),
    ...(hour >= 10 && hour < 40 ? [disk] : []),
    ...(hour >= 40 && hour < 44 ? [full] : []),
    ...(hour >= 20 ? [certificate] : []),
    ...(minute % 240 >= 120 && hour < 60 ? [worker] : []), // two hours away, two hours there
    ...(hour >= 30 && hour < 33 ? [mail] : []),
  ];
}

/** When who is told of what; the worker goes away every four hours. */
const TOLD = [
  '03-02T09:00 backup-failed began',
  '03-02T11:00 worker-vanished began',
  '03-02T12:10 worker-vanished ended',
  '03-02T19:00 storage-nearly-full began',
  '03-03T05:00 certificate-expiring began',
  '03-03T11:00 worker-vanished began',
  '03-03T12:10 worker-vanished ended',
  '03-03T15:00 mail-server-away began',
  '03-03T17:10 mail-server-away ended',
  '03-04T01:00 storage-full began', // which hides whether the disk is still nearly full
  '03-04T04:10 storage-nearly-full ended',
  '03-04T04:10 storage-full ended',
  '03-04T11:00 worker-vanished began',
  '03-04T12:10 worker-vanished ended',
  '03-05T08:10 backup-failed ended',
];

test('in four days of changing problems, nobody is told of the same twice a day', async () => {
  const { db } = tables;
  for (let minute = 0; minute <= 4 * DAY_MINUTES; minute += 1) {
    const now = new Date(START + minute * MINUTE_MS);
    await noteReport(db, { findings: findAt(minute), isComplete: true }, now);
    await tellOfFindings({ db, hasMailServer: async () => true, now });
  }
  const tellings = await db.selectFrom('tellings').selectAll().orderBy('at').execute();
  const events = tellings.flatMap(({ at, began, ended }) => [
    ...began.map(({ id }) => ({ at, event: `${id} began` })),
    ...ended.map(({ id }) => ({ at, event: `${id} ended` })),
  ]);
  expect(events.map(({ at, event }) => `${at.toISOString().slice(5, 16)} ${event}`)).toEqual(TOLD);
  for (const { event } of events) {
    const times = events.filter((other) => other.event === event).map(({ at }) => at.getTime());
    for (const [index, time] of times.slice(1).entries())
      expect([event, time - (times[index] ?? 0)]).toEqual([
        event,
        expect.toSatisfy((ms: number) => ms >= 86_400_000),
      ]);
  }
}, 600_000);
