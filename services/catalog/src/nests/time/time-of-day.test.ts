import { describe, expect, it } from 'vitest';

import { isLimited, NO_COUNT, toTimeState, type Playing, type TimeRule } from './time-of-day.ts';

const at = (text: string) => Date.parse(text);
/** A Monday at noon in Berlin. */
const NOON = at('2026-11-30T11:00:00Z');
const MINUTE = 60_000;
const FREE: TimeRule = { zone: 'Europe/Berlin', minutes: null, hours: null };
const daily = (minutes: number): TimeRule => ({ ...FREE, minutes: Array<number>(7).fill(minutes) });
const between = (from: number, to: number): TimeRule => ({
  ...FREE,
  hours: { from: from * 60, to: to * 60 },
});
const counted = (seconds: number) => ({ ...NO_COUNT, seconds });
const SONG: Playing = {
  ...{ begunMs: NOON - MINUTE, positionSeconds: 60, durationSeconds: 180, chapters: [], counts: true },
};

describe('the time of a nest', () => {
  it('is free without a limit, and on a day without one', () => {
    const free = { state: 'free', share: null, leftSeconds: null, endsAt: null, opensAt: null };
    expect(toTimeState(FREE, counted(1e6), NOON, SONG).time).toEqual({ ...free, isCounting: true });
    const otherDays: TimeRule = { ...FREE, minutes: [null, 10, 10, 10, 10, 10, 10] };
    expect(toTimeState(otherDays, counted(1e6), NOON, null).time).toEqual({ ...free, isCounting: false });
    expect(
      [FREE, otherDays, between(8, 18), { ...FREE, minutes: Array(7).fill(null) }].map(isLimited),
    ).toEqual([...[false, true, true, false]]);
  });

  it('sinks with the minutes of the weekday, and with more time', () => {
    const rule: TimeRule = { ...FREE, minutes: [10, 20, 20, 20, 20, 20, 20] };
    expect(toTimeState(rule, counted(150), NOON, null).time).toMatchObject({
      ...{ state: 'open', leftSeconds: 450, share: 0.75 },
    });
    const more = { ...counted(150), extraMinutes: 10 };
    expect(toTimeState(rule, more, NOON, null).time).toMatchObject({ leftSeconds: 1050, share: 0.875 });
    expect(toTimeState(rule, counted(0), NOON + 24 * 60 * MINUTE, null).time.leftSeconds).toBe(1200);
  });

  it('has its last song once no other fits, unless it does not count', () => {
    const playing = { ...SONG, positionSeconds: 0 };
    expect(toTimeState(daily(10), counted(419), NOON, playing).time.state).toBe('open');
    expect(toTimeState(daily(10), counted(421), NOON, playing).time.state).toBe('last');
    expect(toTimeState(daily(10), counted(421), NOON, { ...playing, counts: false }).time).toMatchObject({
      ...{ state: 'open', isCounting: false },
    });
    expect(toTimeState(daily(10), counted(421), NOON, { ...playing, durationSeconds: null }).time.state).toBe(
      'last',
    );
  });

  it('is over with the minutes, but for the song that plays, which has six minutes more', () => {
    const over = { ...counted(600), overAtMs: NOON };
    expect(toTimeState(daily(10), over, NOON, null).time).toMatchObject({
      ...{ state: 'over', share: 0, leftSeconds: 0, opensAt: null },
    });
    expect(toTimeState(daily(10), over, NOON + 5 * MINUTE, SONG).time).toMatchObject({
      ...{ state: 'last', endsAt: null },
    });
    const long = { ...SONG, durationSeconds: 361 };
    expect(toTimeState(daily(10), over, NOON + 5.9 * MINUTE, long).time.state).toBe('last');
    expect(toTimeState(daily(10), over, NOON + 6 * MINUTE, long).time.state).toBe('over');
    // A short one that was paused is not cut either.
    expect(toTimeState(daily(10), over, NOON + 14 * MINUTE, SONG).time.state).toBe('last');
    expect(toTimeState(daily(10), over, NOON + 15 * MINUTE, SONG).time.state).toBe('over');
    const later = { ...SONG, begunMs: NOON + 1 };
    expect(toTimeState(daily(10), over, NOON + MINUTE, later).time.state).toBe('over');
  });

  it('continues with more time from the moment it is given, however long the last song was played out', () => {
    const day = { ...counted(900), afterSeconds: 300, extraMinutes: 10 };
    expect(toTimeState(daily(10), day, NOON, null).time).toMatchObject({ state: 'open', leftSeconds: 600 });
  });
});

describe('a long song', () => {
  const film = { ...SONG, durationSeconds: 3600, positionSeconds: 100 };
  const over = { ...counted(600), overAtMs: NOON };

  it('ends at its next chapter, or with the segment before six minutes are over', () => {
    const ends = (chapters: number[], positionSeconds = 100) =>
      toTimeState(daily(10), over, NOON, { ...film, chapters, positionSeconds }).time.endsAt;
    expect(ends([])).toBe(460);
    expect(ends([0, 50, 200, 300])).toBe(200);
    expect(ends([0, 50, 461])).toBe(460);
    expect(ends([], 3300)).toBeNull();
  });

  it('keeps that end while it is played out, and knows it before', () => {
    const later = { ...film, positionSeconds: 220 };
    expect(toTimeState(daily(10), over, NOON + 2 * MINUTE, later).time.endsAt).toBe(460);
    const before = toTimeState(daily(10), counted(540), NOON - MINUTE, { ...film, positionSeconds: 40 });
    expect(before.time).toMatchObject({ state: 'last', endsAt: 460 });
  });
});

describe('the hours of the day', () => {
  it.each([
    ['before', between(8, 18), '2026-11-30T06:59:59Z', 'over', '2026-11-30T07:00:00.000Z'],
    ['within', between(8, 18), '2026-11-30T07:00:00Z', 'open', null],
    ['at the end of', between(8, 18), '2026-11-30T17:00:00Z', 'over', '2026-12-01T07:00:00.000Z'],
    ['within, across midnight,', between(22, 6), '2026-12-01T02:00:00Z', 'open', null],
    ['after, across midnight,', between(22, 6), '2026-12-01T05:00:00Z', 'over', '2026-12-01T21:00:00.000Z'],
    // The night in which clocks go from 2:00 to 3:00.
    [
      'after, when an hour is skipped,',
      between(22, 3),
      '2026-03-29T01:00:00Z',
      'over',
      '2026-03-29T20:00:00.000Z',
    ],
  ])('%s them, it is right', (_name, rule, moment, state, opensAt) => {
    expect(toTimeState(rule, NO_COUNT, at(moment), null).time).toMatchObject({ state, opensAt });
  });

  it('last an hour longer in the night in October', () => {
    const left = (moment: string) => toTimeState(between(20, 6), NO_COUNT, at(moment), null).time.leftSeconds;
    expect(left('2026-10-24T20:00:00Z')).toBe(9 * 3600);
    expect(left('2026-10-23T20:00:00Z')).toBe(8 * 3600);
  });

  it('let the song that plays at their end continue for six minutes', () => {
    const end = at('2026-11-30T17:00:00Z');
    const song = { ...SONG, begunMs: end - MINUTE, durationSeconds: 900, counts: false };
    const stateAfter = (minutes: number) =>
      toTimeState(between(8, 18), NO_COUNT, end + minutes * MINUTE, song).time.state;
    expect([stateAfter(-0.5), stateAfter(0), stateAfter(5.9), stateAfter(6)]).toEqual([
      ...['last', 'last', 'last', 'over'],
    ]);
  });

  it('do not count while more time is given', () => {
    const night = at('2026-11-30T19:00:00Z');
    const more = { ...NO_COUNT, extraUntilMs: night + 10 * MINUTE };
    expect(toTimeState(between(8, 18), more, night, null).time).toMatchObject({
      ...{ state: 'open', leftSeconds: 600, opensAt: null },
    });
    expect(toTimeState(between(8, 18), more, night + 10 * MINUTE, null).time.state).toBe('over');
  });

  it('and minutes limit together', () => {
    const rule: TimeRule = { ...daily(30), hours: { from: 480, to: 13 * 60 } };
    expect(toTimeState(rule, counted(0), NOON, null).time.leftSeconds).toBe(1800);
    expect(toTimeState(rule, counted(0), NOON + 50 * MINUTE, null).time.leftSeconds).toBe(600);
  });
});
