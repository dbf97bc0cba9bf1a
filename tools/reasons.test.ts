import { dirname } from 'node:path';

import { REASONS } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { listSourceFiles } from './house-rules.ts';
import { findUnlisted, findUnusedReasons } from './texts/reasons.ts';

const ROOT = dirname(import.meta.dirname);

describe('the reasons of failures', () => {
  it('every reason of the list is named somewhere', () => {
    const files = ['services', 'packages'].flatMap((folder) => listSourceFiles(ROOT, folder));
    expect(findUnusedReasons(Object.keys(REASONS), files)).toEqual([]);
  });

  it('findUnusedReasons ignores the list itself and tests', () => {
    const files = [
      { path: 'packages/contracts/src/reasons/game.ts', text: "'letter.missing': 'Enter a letter'," },
      { path: 'packages/contracts/src/reasons.test.ts', text: "because('letter.missing')" },
      { path: 'services/game/src/x.ts', text: "because('letter.several')" },
    ];
    expect(findUnusedReasons(['letter.missing', 'letter.several'], files)).toEqual(['letter.missing']);
  });

  it('findUnlisted accepts failures that are explained by the list, and messages of other kinds', () => {
    const text = `
      throw new AppError('CONFLICT', because('video.not-failed'));
      throw new AppError('CONFLICT', { ...because('upload.parts-missing', { missing, total: f(count) }), cause });
      throw new AppError(code, { message, reason, values, cause });
      throw new AppError('NOT_FOUND');
      return { message: 'Processing restarted.' };`;
    expect(findUnlisted({ path: 'services/catalog/src/x.ts', text })).toEqual([]);
  });
});
