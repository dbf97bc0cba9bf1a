import { expect, it } from 'vitest';

import { thinOut } from './thin-out.ts';

it('the three newest restore points stay, and the first one of each of the last seven days that have one', () => {
  const days = ['01', '02', '05', '06', '07', '08', '20', '21', '30'];
  const ids = days.flatMap((day) => [`2026-03-${day}T02-00-00Z`, `2026-03-${day}T12-00-00Z`]);
  const tries = ['13', '14', '15', '16'].map((hour) => `2026-03-30T${hour}-00-00Z`);
  expect(thinOut([...tries, ...ids])).toEqual([
    ...['05', '06', '07', '08', '20', '21', '30'].map((day) => `2026-03-${day}T02-00-00Z`),
    ...tries.slice(1),
  ]);
});

it('few restore points all stay, so the newest does', () => {
  expect(thinOut([])).toEqual([]);
  expect(thinOut(['2026-03-01T02-00-00Z'])).toEqual(['2026-03-01T02-00-00Z']);
});
