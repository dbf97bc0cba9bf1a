import { expect, test } from 'vitest';

import { createLineBudget } from './line-budget.ts';

test('lines of one kind are logged up to a limit, and the rest are counted', () => {
  const budget = createLineBudget(1200);
  const summaries: number[] = [];
  const log = (kind: string, sender: string) =>
    budget.take({ kind: `${sender} ${kind}`, sender }, (count) => summaries.push(count));
  const logged = Array.from({ length: 1000 }, () => log('404', 'flood')).filter(Boolean);
  expect(logged).toHaveLength(120);
  expect([log('401', 'flood'), log('404', 'somebody')]).toEqual([true, true]);
  budget.end();
  expect(summaries).toEqual([880]);
  expect(log('404', 'flood')).toBe(true);
});

test('a sender of many kinds of lines cannot log without a limit', () => {
  const budget = createLineBudget(1200);
  const taken = Array.from({ length: 5000 }, (_, kind) =>
    budget.take({ kind: `flood ${kind}`, sender: 'flood' }, () => {}),
  );
  expect(taken.filter(Boolean)).toHaveLength(1200);
  expect(budget.take({ kind: 'somebody', sender: 'somebody' }, () => {})).toBe(true);
});
