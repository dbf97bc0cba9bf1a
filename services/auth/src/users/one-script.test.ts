import { expect, test } from 'vitest';

import { isOneScript } from './one-script.ts';

test.each([
  'boss',
  'björn-7',
  'Ольга.2',
  'γιώργος',
  'محمد_٣',
  'नेहा',
  '山田たろう',
  'ヤマダ',
  '김철수',
  '李雷',
  '42',
  'Łukasz',
])('the name %s has one script', (name) => expect(isOneScript(name)).toBe(true));

test.each(['bоss', 'bοss', 'аdmin', 'Оlga', 'pаypal', 'adminא', 'ｂоss', 'たろうboss', 'e\u0430'])(
  'the name %s mixes scripts',
  (name) => expect(isOneScript(name.normalize('NFC'))).toBe(false),
);
