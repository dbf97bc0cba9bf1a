import { expect, test } from 'vitest';

import { toDefaultTexts } from './default-texts.ts';

test('the default texts state the periods of the settings', () => {
  const { privacy } = toDefaultTexts({ sessionDays: 1, knownPlaceDays: 90 });
  expect(privacy).toContain('until one day after its last use');
  expect(privacy).toContain('for at most 90 days');
});
