// @vitest-environment node
import { expect, it } from 'vitest';

import { FIRST_REPORTS, leave, observe, type Report, type Reports } from './reports.ts';

/** Observes what happens at these seconds, and returns the reports. */
function reportAll(events: [playback: 'playing' | 'paused' | 'ended', seconds: number][]) {
  let reports: Reports = FIRST_REPORTS;
  const made: (Report | null)[] = [];
  for (const [playback, seconds] of events) {
    const step = observe(reports, playback, { seconds, nowMs: seconds * 1000 });
    ({ reports } = step);
    made.push(step.report);
  }
  return { made, last: leave(reports).report };
}

it('a song is reported when it begins, every ten seconds, when it stops, and when it is played on', () => {
  const { made, last } = reportAll([
    ['playing', 1],
    ['playing', 10],
    ['playing', 11],
    ['paused', 15],
    ['paused', 15],
    ['playing', 16],
    ['ended', 20],
  ]);
  expect(made).toEqual([
    { seconds: 1, begins: true },
    null,
    { seconds: 11, begins: false },
    { seconds: 15, begins: false },
    null,
    { seconds: 16, begins: true },
    { seconds: 20, begins: false },
  ]);
  expect(last).toBeNull();
});

it('a song that plays when the page is left is reported once more, where it was', () => {
  const { last } = reportAll([
    ['playing', 1],
    ['playing', 7],
  ]);
  expect(last).toEqual({ seconds: 7, begins: false });
});
