import type { catalog } from '@larksong/contracts';

/** From Monday to Sunday. */
export const DAYS = ['day0', 'day1', 'day2', 'day3', 'day4', 'day5', 'day6'] as const;

/** How long a nest may play, as it is typed: empty for no limit, times of day as `18:30`. */
export type TimeDraft = Record<(typeof DAYS)[number] | 'from' | 'to', string>;

const MOST_MINUTES = 1440;

/** Returns the times of a rule as they are typed. */
export function toDraft({ minutes, hours }: catalog.NestTimeRule): TimeDraft {
  const days = DAYS.map((day, place) => [day, String(minutes?.[place] ?? '')]);
  return {
    ...(Object.fromEntries(days) as Record<(typeof DAYS)[number], string>), // has them all
    from: hours ? toClock(hours.from) : '',
    to: hours ? toClock(hours.to) : '',
  };
}

/** Returns the rule with the times that were typed, which `findMistakes` has found right. */
export function withTimes(rule: catalog.NestTimeRule, draft: TimeDraft): catalog.NestTimeRule {
  const minutes = DAYS.map((day) => (draft[day].trim() === '' ? null : Number(draft[day])));
  const hours = draft.from === '' ? null : { from: toMinute(draft.from), to: toMinute(draft.to) };
  return { ...rule, minutes: minutes.some((each) => each !== null) ? minutes : null, hours };
}

export type Mistake = 'minutes' | 'hours';

/** Returns what is wrong with what was typed, by its field. */
export function findMistakes(draft: TimeDraft): Partial<Record<keyof TimeDraft, Mistake>> {
  const mistakes: Partial<Record<keyof TimeDraft, Mistake>> = {};
  for (const day of DAYS) {
    const typed = draft[day].trim();
    if (typed !== '' && (!/^\d+$/.test(typed) || Number(typed) > MOST_MINUTES)) mistakes[day] = 'minutes';
  }
  if ((draft.from === '') !== (draft.to === '')) mistakes[draft.from === '' ? 'from' : 'to'] = 'hours';
  return mistakes;
}

function toClock(minute: number): string {
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${digits(Math.floor(minute / 60))}:${digits(minute % 60)}`;
}

function toMinute(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}
