import { expect, it } from 'vitest';

import { foldName, SPELLED_OUT, spellOut } from './names.ts';

it.each([
  ['Zoë', 'zoe'],
  ['Łucja', 'lucja'],
  ['Søren', 'soren'],
  ['Đorđe', 'dorde'],
  ['IŞIL', 'isil'],
  ['ışıl', 'isil'],
  ['İpek', 'ipek'],
  ['Weiß', 'weiss'],
  ['Æsa', 'aesa'],
  ['مُحَمَّد', 'محمد'],
  [' Їжак ', 'іжак'],
])('the name %j is found as %j', (name, typed) => {
  expect(foldName(name)).toBe(typed);
  expect(foldName(typed)).toBe(typed);
});

it('every letter that is listed is spelled out', () => {
  for (const [letter, spelled] of Object.entries(SPELLED_OUT)) expect(spellOut(letter)).toBe(spelled);
});
