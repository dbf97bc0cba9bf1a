import { expect, test } from 'vitest';

import { toSiteName } from './site-name.ts';

test.each([
  ['  Songs of  Oak School \n', 'Songs of Oak School'],
  ['One\r\nBcc: two@people.example', 'One Bcc: two@people.example'],
  ['Songs\u0000\u001b[31m\u2028red', 'Songs [31m red'],
  ['\u202eskcuD\u202c', 'skcuD'],
  ['أغاني المدرسة!', 'أغاني المدرسة!'],
  ['👩‍👧 family', '👩‍👧 family'],
  ['E\u0301cole', 'École'],
  [' \n\t', ''],
])('the name %j of a site becomes %j', (typed, name) => {
  expect(toSiteName(typed)).toBe(name);
});
