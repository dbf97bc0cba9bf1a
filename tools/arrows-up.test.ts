import { describe, expect, it } from 'vitest';

import { findArrowsUp } from './arrows-up.ts';
import type { SourceFile } from './source-file.ts';

/** Returns a file that imports these paths. */
function importing(path: string, ...targets: string[]): SourceFile {
  return { path, text: targets.map((target) => `import type { X } from '${target}';\n`).join('') };
}

describe('findArrowsUp', () => {
  it('the imports of two folders in the rarer direction are arrows up, each pair of files once', () => {
    const arrows = findArrowsUp([
      importing('src/low/a.ts', '../high/x.ts', '../high/x.ts', './b.ts'),
      importing('src/low/b.ts'),
      importing('src/high/x.ts', '../low/a.ts'),
      importing('src/high/y.ts', '../low/a.ts', './x.ts'),
    ]);
    expect(arrows).toEqual([{ from: 'src/low/a.ts', to: 'src/high/x.ts' }]);
  });

  it('of two folders that import each other equally often, one has arrows up', () => {
    const arrows = findArrowsUp([
      importing('src/one/a.ts', '../two/b.ts'),
      importing('src/two/b.ts'),
      importing('src/two/c.ts', '../one/a.ts'),
    ]);
    expect(arrows).toHaveLength(1);
  });

  it('arrows up are found between inner folders, and between a folder and a file next to it', () => {
    const arrows = findArrowsUp([
      importing('src/room/inner/a.ts', '../low/b.ts', '../low/c.ts', '../failure.ts', '../../job.ts'),
      importing('src/room/low/b.ts', '../inner/d.ts'),
      importing('src/room/low/c.ts'),
      importing('src/room/inner/d.ts', '../failure.ts'),
      importing('src/room/failure.ts', './inner/a.ts'),
      importing('src/job.ts'),
    ]);
    expect(arrows).toEqual([
      { from: 'src/room/low/b.ts', to: 'src/room/inner/d.ts' },
      { from: 'src/room/failure.ts', to: 'src/room/inner/a.ts' },
    ]);
  });

  it('packages are followed by the names that they export', () => {
    const arrows = findArrowsUp([
      {
        path: 'packages/kit/package.json',
        text: '{ "name": "@x/kit", "exports": { "./log": "./src/log.ts" } }',
      },
      {
        path: 'packages/words/package.json',
        text: '{ "name": "@x/words", "exports": { ".": "./src/index.ts" } }',
      },
      importing('packages/kit/src/log.ts', '@x/words'),
      importing('packages/words/src/index.ts', './a.ts', './b.ts'),
      importing('packages/words/src/a.ts', '@x/kit/log'),
      importing('packages/words/src/b.ts', '@x/kit/log'),
    ]);
    expect(arrows).toEqual([{ from: 'packages/kit/src/log.ts', to: 'packages/words/src/index.ts' }]);
  });

  it('imports of tests are no arrows', () => {
    const arrows = findArrowsUp([
      importing('src/low/a.test.ts', '../high/x.ts'),
      importing('src/low/a.ts'),
      importing('src/high/x.ts', '../low/a.ts'),
      importing('src/testing/start.ts', '../high/x.ts'),
    ]);
    expect(arrows).toEqual([]);
  });
});
