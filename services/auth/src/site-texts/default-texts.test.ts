import { createTexts } from '@larksong/languages';
import { expect, test } from 'vitest';

import { toDefaultTexts } from './default-texts.ts';

const english = createTexts('mails')('en');

test('the default texts state the name of the site and the periods of the settings', () => {
  const periods = { sessionDays: 1, knownPlaceDays: 90, auditDays: 30 };
  const { about, privacy } = toDefaultTexts('Oak School', periods, english);
  expect(about).toMatch(/^Oak School has songs/);
  expect(privacy).toContain('until one day after its last use');
  expect(privacy).toContain('for at most 90 days');
  expect(privacy).toContain(
    'are recorded with their username and the shortened address of their network for 30 days',
  );
});
