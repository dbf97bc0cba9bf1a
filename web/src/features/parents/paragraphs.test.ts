import { expect, test } from 'vitest';

import { toParagraphs } from './paragraphs.ts';

test('empty lines separate paragraphs, and single line breaks stay', () => {
  expect(toParagraphs('\nOne\nline\n\n \nTwo\n')).toEqual(['One\nline', 'Two']);
  expect(toParagraphs(' \n\n ')).toEqual([]);
});
