import { expect, it } from 'vitest';

import { createCompany } from './company.ts';

it('work that must run alone waits for the others, and nothing begins until it has ended', async () => {
  const company = createCompany();
  const log: string[] = [];
  const gates = { first: Promise.withResolvers<void>(), alone: Promise.withResolvers<void>() };
  const first = company.together(async () => {
    log.push('first');
    await gates.first.promise;
  });
  const alone = company.alone(async () => {
    log.push('alone');
    await gates.alone.promise;
  });
  const other = company.alone(async () => void log.push('another alone'));
  const late = company.together(async () => void log.push('late'));
  await Promise.resolve();
  expect(log).toEqual(['first']);
  gates.first.resolve();
  await first;
  await expect.poll(() => log).toEqual(['first', 'alone']);
  gates.alone.resolve();
  await Promise.all([alone, other, late]);
  expect(log).toEqual(['first', 'alone', 'another alone', 'late']);
});

it('work that fails alone lets the others go on', async () => {
  const company = createCompany();
  await expect(company.alone(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(company.together(async () => 'fine')).resolves.toBe('fine');
});
