import { expect, it } from 'vitest';

import { readNicknames } from './nicknames.ts';

const read = (typed: string, existing: string[] = []) => readNicknames(typed, existing);

it.each([
  ['Mia\nLeo', ['Mia', 'Leo']],
  ['Mia\r\n\r\n  Leo  \r\n', ['Mia', 'Leo']],
  ['\ufeffMia\rLeo\u2028Ada', ['Mia', 'Leo', 'Ada']],
  ['"Mia"\n"Leo ""Lion"""', ['Mia', 'Leo "Lion"']],
  ['\tMia\t2019\nLeo\tx', ['Mia', 'Leo']],
  ['مريم\n\u202eياسين\u202c\n🦊🦊', ['مريم', 'ياسين', '🦊🦊']],
  ['\n \u200b\n\t\n', []],
  ['""', ['""']],
] as const)('the nicknames in %j are found', (typed, names) => {
  expect(read(typed).all).toEqual(names);
});

it('names that come twice, or that the class has already, are found whatever their letters', () => {
  const { all, fresh, doubles } = read('Mia\nLeo\nmia\nLEO\nAda\nleo', ['ada']);
  expect(all).toHaveLength(6);
  expect(fresh).toEqual(['Mia', 'Leo']);
  expect(doubles).toEqual(['mia', 'leo', 'Ada']);
});

it('a name of more than 40 characters is found', () => {
  expect(read(`Mia\n${'x'.repeat(40)}`).tooLong).toBeUndefined();
  expect(read(`Mia\n${'x'.repeat(200)}`).tooLong).toBe('x'.repeat(200));
});

it('two thousand lines are read at once', () => {
  const lines = Array.from({ length: 2000 }, (_, index) => `Child ${index}`).join('\n');
  expect(read(lines).fresh).toHaveLength(2000);
});
