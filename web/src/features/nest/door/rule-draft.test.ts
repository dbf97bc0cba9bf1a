// @vitest-environment node
import type { catalog } from '@larksong/contracts';
import { expect, it, test } from 'vitest';

import { findMistakes, toDraft, withTimes } from './rule-draft.ts';

const RULE: catalog.NestTimeRule = {
  zone: 'Europe/Berlin',
  minutes: [30, 30, 30, 30, 30, null, 0],
  hours: { from: 420, to: 1110 },
  countsLearning: false,
  countsGame: true,
  countsStill: false,
};

it('times that nobody changes stay as they are', () => {
  const draft = toDraft(RULE);
  expect(draft).toMatchObject({ day0: '30', day5: '', day6: '0', from: '07:00', to: '18:30' });
  expect(withTimes(RULE, draft)).toEqual(RULE);
  expect(findMistakes(draft)).toEqual({});
});

it('a rule whose fields are empty has no limits', () => {
  const empty = { ...toDraft({ ...RULE, minutes: null, hours: null }), day0: ' ' };
  expect(withTimes(RULE, empty)).toEqual({ ...RULE, minutes: null, hours: null });
});

test.each([
  [{ day0: 'much' }, { day0: 'minutes' }],
  [{ day0: '-5' }, { day0: 'minutes' }],
  [{ day3: '1441' }, { day3: 'minutes' }],
  [{ to: '' }, { to: 'hours' }],
  [{ from: '' }, { from: 'hours' }],
])('%o is a mistake', (typed, mistakes) => {
  expect(findMistakes({ ...toDraft(RULE), ...typed })).toEqual(mistakes);
});
