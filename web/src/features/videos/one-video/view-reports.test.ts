import { expect, test } from 'vitest';

import { leave, NO_REPORTS, observe, type Playback, type Reports } from './view-reports.ts';

/** Plays a list of moments (time in s, playback, position) and returns the reports as [time, position]. */
function run(moments: readonly (readonly [number, Playback | 'leave', number])[]): [number, number][] {
  let reports: Reports = NO_REPORTS;
  const reported: [number, number][] = [];
  for (const [atSeconds, what, position] of moments) {
    const step =
      what === 'leave' ? leave(reports) : observe(reports, what, { position, nowMs: atSeconds * 1000 });
    reports = step.reports;
    if (step.report !== null) reported.push([atSeconds, step.report]);
  }
  return reported;
}

function playing(fromSeconds: number, toSeconds: number, offset = 0) {
  return Array.from({ length: (toSeconds - fromSeconds) * 4 + 1 }, (_, index) => {
    const at = fromSeconds + index / 4;
    return [at, 'playing', at + offset] as const;
  });
}

test('the position is reported every 10 s during playback', () => {
  expect(run(playing(0, 35))).toEqual([
    [10, 10],
    [20, 20],
    [30, 30],
  ]);
});

test('a pause is not reported, and does not count', () => {
  expect(run([...playing(0, 6), [6, 'paused', 6], [40, 'paused', 70], ...playing(100, 110, -30)])).toEqual([
    [104, 74],
  ]);
});

test('the end of a video is reported once', () => {
  expect(run([...playing(0, 4), [4, 'ended', 4], [4.1, 'ended', 4], [30, 'leave', 4]])).toEqual([[4, 4]]);
});

test('leaving reports once the position played since', () => {
  expect(run([...playing(0, 4), [4, 'leave', 0], [4, 'leave', 0]])).toEqual([[4, 4]]);
  expect(run([[0, 'leave', 0]])).toEqual([]);
});

test('leaving reports the position once also after a pause', () => {
  const paused = [...playing(0, 4, 69), [4, 'paused', 73]] as const;
  expect(run([...paused, [60, 'leave', 0], [61, 'leave', 0]])).toEqual([[60, 73]]);
  expect(run([...paused, [60, 'leave', 0], ...playing(70, 71, 3), [72, 'leave', 0]])).toEqual([
    [60, 73],
    [72, 74],
  ]);
});

test('a seek during a pause is reported on leaving, unless it returns to the same position', () => {
  const paused = [...playing(0, 10), [10, 'paused', 10]] as const;
  expect(run([...paused, [20, 'paused', 55], [30, 'leave', 0], [31, 'leave', 0]])).toEqual([
    [10, 10],
    [30, 55],
  ]);
  expect(run([...paused, [20, 'paused', 55], [25, 'paused', 10], [30, 'leave', 0]])).toEqual([[10, 10]]);
});

test('the start position alone is not reported', () => {
  expect(
    run([
      [0, 'paused', 83],
      [5, 'leave', 0],
    ]),
  ).toEqual([]);
  expect(
    run([
      [0, 'paused', 83],
      [3, 'paused', 90],
      [5, 'leave', 0],
    ]),
  ).toEqual([[5, 90]]);
});

test('the very start is reported as a position just above 0, which would count as an opening', () => {
  expect(run([...playing(0, 4, 80), [4, 'paused', 84], [5, 'paused', 0], [6, 'leave', 0]])).toEqual([
    [6, 0.1],
  ]);
});

test('a hidden page that keeps playing keeps reporting', () => {
  expect(run([...playing(0, 4), [4, 'leave', 0], ...playing(4.25, 15)])).toEqual([
    [4, 4],
    [14, 14],
  ]);
});
