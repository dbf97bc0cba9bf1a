import { setTimeout as pause } from 'node:timers/promises';

import type { Report } from '@larksong/operate/doctor';
import { expect } from 'vitest';

/** Services check mail servers and others only every 20 s. */
const LIMIT_MS = 60_000;

const table: { fault: string; finding: string; sentence: string }[] = [];

/** Every new site on one machine has these. */
const USUAL: readonly string[] = ['public-url-local', 'texts-missing'];

const listUnusual = ({ findings }: Report) => findings.filter(({ id }) => !USUAL.includes(id));

/** Expects a report to have these kinds of findings and no unusual others, each in words with what to do. */
export function expectAlone(fault: string, ids: string[], report: Report): void {
  const findings = listUnusual(report);
  expect([...new Set(findings.map(({ id }) => id))].toSorted(), fault).toEqual(ids.toSorted());
  for (const { sentence, remedy } of findings) {
    expect(sentence).toMatch(/^[\w“].*[.:?!)]$/s);
    expect(remedy.length).toBeGreaterThan(10);
    expect(`${sentence} ${remedy}`).not.toMatch(/undefined|null|NaN|\[object/);
  }
  table.push({
    fault,
    finding: ids.join(', '),
    sentence: (findings[0]?.sentence ?? '').split('\n')[0] ?? '',
  });
}

/** Runs doctor until it has findings, and expects exactly these kinds. */
export async function expectSoon(fault: string, ids: string[], doctor: () => Promise<Report>): Promise<void> {
  expectAlone(
    fault,
    ids,
    await repeat(doctor, ({ findings }) => ids.every((id) => findings.some((each) => each.id === id))),
  );
}

/** Runs doctor until it names nothing unusual. */
export async function expectSound(doctor: () => Promise<Report>): Promise<void> {
  const report = await repeat(doctor, (each) => listUnusual(each).length === 0);
  expect(listUnusual(report)).toEqual([]);
}

async function repeat(doctor: () => Promise<Report>, isDone: (report: Report) => boolean): Promise<Report> {
  const deadline = performance.now() + LIMIT_MS;
  for (;;) {
    const report = await doctor();
    if (isDone(report) || performance.now() > deadline) return report;
    await pause(500);
  }
}

/** Prints the faults that were found. */
export function printFaults(): void {
  const lines = table.map(
    ({ fault, finding, sentence }) =>
      `  ${fault.padEnd(48)} ${finding.padEnd(24)} ${sentence.slice(0, 160)}\n`,
  );
  process.stdout.write(`doctor named ${table.length} faults, each alone:\n${lines.join('')}`);
}
