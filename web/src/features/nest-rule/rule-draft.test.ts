// @vitest-environment node
import { expect, it } from 'vitest';

import { findProblems, startRule, toDraft, toRule, type RuleDraft } from './rule-draft.ts';

const EMPTY = startRule('Europe/Berlin');
const draft = (changes: Partial<RuleDraft>): RuleDraft => ({ ...toDraft(EMPTY), ...changes });

it('a rule comes back from its draft unchanged', () => {
  const minutes = [45, 45, 45, 45, null, 0, 60];
  const rule = { ...EMPTY, time: { ...EMPTY.time, minutes, hours: { from: 1200, to: 419 } } };
  expect(toRule(toDraft(rule))).toEqual(rule);
  expect(toRule(toDraft(EMPTY))).toEqual(EMPTY);
});

it('limits that are switched off are not in the rule, but are still in the draft', () => {
  const off = draft({ minutes: Array(7).fill('20'), from: '08:00', to: '15:00' });
  expect(toRule(off).time).toMatchObject({ minutes: null, hours: null });
  expect(toRule({ ...off, hasMinutes: true, hasHours: true }).time).toMatchObject({
    minutes: Array(7).fill(20),
    hours: { from: 480, to: 900 },
  });
});

it.each(['', ' 45 ', '0', '1440', '٤٥', '४५'])('the minutes %j can be saved', (typed) => {
  const problems = findProblems(draft({ hasMinutes: true, minutes: ['10', typed, '', '', '', '', ''] }));
  expect(problems.minutes).toBe(false);
});

it.each(['1441', '-5', '1.5', '45 min', 'a lot', '1e2', '99999'])(
  'the minutes %j cannot be saved',
  (typed) => {
    const minutes = [typed, '', '', '', '', '', ''];
    expect(findProblems(draft({ hasMinutes: true, minutes })).minutes).toBe(true);
    expect(findProblems(draft({ hasMinutes: false, minutes })).minutes).toBe(false);
  },
);

it('digits of any script are minutes', () => {
  const [first] =
    toRule(draft({ hasMinutes: true, minutes: ['٤٥', '', '', '', '', '', ''] })).time.minutes ?? [];
  expect(first).toBe(45);
});

it('two times are needed, and they differ', () => {
  expect(findProblems(draft({ hasHours: true, from: '22:00', to: '06:30' })).hours).toBe(false);
  for (const changes of [{ from: '' }, { from: '07:00', to: '07:00' }, { to: '24:00' }])
    expect(findProblems(draft({ hasHours: true, ...changes })).hours).toBe(true);
});
