import { dirname } from 'node:path';

import { describe, expect, it } from 'vitest';

import { listSourceFiles } from './house-rules.ts';
import { comparePhrases, findPhrases, readPermitted, shrinkPermitted } from './phrases.ts';

describe('findPhrases', () => {
  it('a phrase is found in any case and across the lines of a comment', () => {
    const text = '/**\n * Brings a chair. It stays in\n * place of another.\n */\n// One that goes\n// on.\n';
    expect(findPhrases({ path: 'web/src/x.ts', text })).toEqual([
      '2: Brings',
      '2: in place of',
      '5: goes on',
    ]);
  });

  it('names of files, classes and properties are no phrases', () => {
    const text = "import './read-beside.ts';\nstyles.beside;\nbeside.id;\n.beside {}\nbesides";
    expect(findPhrases({ path: 'web/src/x.ts', text })).toEqual([]);
  });

  it('decision records and the examples in tools/ are not searched', () => {
    const text = 'It goes on by itself.';
    expect(findPhrases({ path: 'docs/decisions/001-x.md', text })).toEqual([]);
    expect(findPhrases({ path: 'tools/x.ts', text })).toEqual([]);
  });
});

describe('the list of permitted phrases', () => {
  const file = { path: 'docs/x.md', text: 'It goes on by itself.' };

  it('a file with more or fewer uses than listed is a violation', () => {
    expect(comparePhrases(file, {})).toEqual(['docs/x.md: 2 uses instead of 0 (1: goes on, 1: by itself)']);
    expect(comparePhrases(file, { 'docs/x.md': 3 })).toHaveLength(1);
    expect(comparePhrases(file, { 'docs/x.md': 2 })).toEqual([]);
    expect(comparePhrases(file, { 'docs/x.md': { count: 2, reason: 'an example' } })).toEqual([]);
  });

  it('shrinking lowers counts, keeps reasons, drops files without uses, and raises nothing', () => {
    const permitted = { 'docs/x.md': { count: 5, reason: 'an example' }, 'docs/y.md': 1, 'docs/z.md': 1 };
    const files = [file, { path: 'docs/y.md', text: 'a chair beside a table, of its own' }];
    expect(shrinkPermitted(permitted, files)).toEqual({
      'docs/x.md': { count: 2, reason: 'an example' },
      'docs/y.md': 1,
    });
  });

  it('the list has no files that do not exist', () => {
    const paths = new Set(listSourceFiles(dirname(import.meta.dirname)).map(({ path }) => path));
    expect(Object.keys(readPermitted()).filter((path) => !paths.has(path))).toEqual([]);
  });
});
