import type { catalog } from '@larksong/contracts';

/** A rule while it is being changed: what is typed is kept as it was typed, and what is switched off is not forgotten. */
export interface RuleDraft {
  rule: catalog.NestRule;
  hasMinutes: boolean;
  /** From Monday to Sunday; empty for a day without a limit. */
  minutes: readonly string[];
  hasHours: boolean;
  /** As time fields have it: `07:00`. */
  from: string;
  to: string;
}

/** Where a draft is not a rule yet. */
export interface DraftProblems {
  /** Whether the minutes of a day are no number of minutes. */
  minutes: boolean;
  /** Whether the two times are missing or the same. */
  hours: boolean;
}

export const NO_PROBLEMS: DraftProblems = { minutes: false, hours: false };

const DAY_MINUTES = 1440;
/** What the fields say when a limit is switched on. */
const FIRST_MINUTES = Array<string>(7).fill('45');
const FIRST_HOURS = { from: 7 * 60, to: 19 * 60 };

/** Returns the rule with which the form of a new nest begins: it shows nothing, and has no limits. */
export function startRule(zone: string = deviceZone()): catalog.NestRule {
  return {
    rows: [],
    hiddenVideoIds: [],
    allowsSearch: false,
    volume: 100,
    game: { isOn: false, letters: [], says: 'both', largest: '4x4' },
    time: {
      zone,
      minutes: null,
      hours: null,
      countsLearning: false,
      countsGame: false,
      countsStill: false,
    },
  };
}

/** Returns the time zone of this device. */
export function deviceZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function toDraft(rule: catalog.NestRule): RuleDraft {
  const { minutes, hours } = rule.time;
  const { from, to } = hours ?? FIRST_HOURS;
  return {
    rule,
    hasMinutes: minutes !== null,
    minutes: minutes?.map((count) => (count === null ? '' : String(count))) ?? FIRST_MINUTES,
    hasHours: hours !== null,
    from: toClock(from),
    to: toClock(to),
  };
}

/** Returns the rule that a draft without problems says. */
export function toRule({ rule, ...draft }: RuleDraft): catalog.NestRule {
  const from = parseClock(draft.from);
  const to = parseClock(draft.to);
  const typed = draft.minutes.map((count) => (count.trim() === '' ? null : toCount(count)));
  // If every day is empty, there is no limit.
  const minutes = draft.hasMinutes && typed.some((count) => count !== null) ? typed : null;
  const hours = draft.hasHours && from !== null && to !== null ? { from, to } : null;
  return { ...rule, time: { ...rule.time, minutes, hours } };
}

export function findProblems({ hasMinutes, minutes, hasHours, from, to }: RuleDraft): DraftProblems {
  return {
    minutes: hasMinutes && minutes.some((count) => count.trim() !== '' && toCount(count) === null),
    hours: hasHours && (parseClock(from) === null || parseClock(to) === null || from === to),
  };
}

/** Returns whole minutes of a day, in any digits that people type; null for anything else. */
function toCount(typed: string): number | null {
  const digits = typed.trim().replaceAll(/\p{Nd}/gu, toLatinDigit);
  const count = /^\d{1,4}$/.test(digits) ? Number(digits) : NaN;
  return count <= DAY_MINUTES ? count : null;
}

/** The digits of each script follow each other, from a zero on. */
function toLatinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** Returns `07:00` for the minute 420 of a day. */
export function toClock(minute: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** Returns the minute of a day that a time field says; null for an empty one. */
export function parseClock(typed: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(typed) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}
