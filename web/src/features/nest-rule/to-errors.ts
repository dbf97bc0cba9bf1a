import { text } from '../../lib/texts.ts';
import type { DraftProblems } from './rule-draft.ts';

/** Returns what to correct before a draft is saved, by the names of its fields. */
export function toErrors({ minutes, hours }: DraftProblems): { minutes?: string; hours?: string } {
  return {
    ...(minutes && { minutes: text('nest-rule.minutes-wrong') }),
    ...(hours && { hours: text('nest-rule.hours-wrong') }),
  };
}
