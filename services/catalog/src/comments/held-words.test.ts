import { describe, expect, it } from 'vitest';

import { foldWords, hasHeldWord, tidyWords } from './held-words.ts';

describe('hasHeldWord', () => {
  it.each([
    ['Dummkopf', 'du DUMMKOPF!'],
    ['idiot', 'Ein Ídïot?'],
    ['straße', 'STRASSE 5'],
    ['οδος', 'ΟΔΟΣ'],
    ['ışık', 'ISIK'],
    ['home address', 'My Home,\naddress: …'],
    ['bad', '𝐛𝐚𝐝 and ｂａｄ'],
    ['bad', 'b\u200Da\u200Cd'],
    ['łoś', 'LOS'],
    ['كلب', 'كَلْب'],
    ['كلب', 'يا كـــلب'],
    ['كـلب', 'كلب'],
    ['علي', 'على'],
    ["п'яниця", 'ти пʼяниця'],
    ['пʼяниця', 'ти п’яниця'],
    ['п\u02BBяниця', "ти п'яниця"],
    ['idiot', 'l’idiot'],
    ['idiot', 'lʼidiot'],
  ])('%s holds back “%s”', (word, text) => {
    expect(hasHeldWord(text, [word])).toBe(true);
  });

  it.each([
    ['ass', 'We pass the class.'],
    ['home address', 'home and address'],
    ['bad', 'bad4'],
    ["п'яниця", 'пиття'],
    ['', 'anything'],
    ['?', 'anything?'],
  ])('%s does not hold back “%s”', (word, text) => {
    expect(hasHeldWord(text, tidyWords([word]))).toBe(false);
  });
});

it('a list has each word once, without those that have no letter or digit', () => {
  expect(tidyWords([' Straße ', 'STRASSE', '?!', 'home   address', '\u200B'])).toEqual([
    'Straße',
    'home address',
  ]);
  expect(foldWords('Crème-brûlée №1')).toBe('creme brulee no1');
});
