import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';
import { describe, expect, it } from 'vitest';

import { SCENES } from '../services/transcoder/src/rules/picture/scenes.ts';

const FOLDER = join(import.meta.dirname, '..', 'web', 'public', 'scenes');

describe('the pictures of chips', () => {
  it('every scene that a chip may have is a file, and every file is such a scene', () => {
    const files = readdirSync(FOLDER).map((file) => file.replace('.svg', ''));
    expect(files.toSorted()).toEqual(catalog.CHIP_SCENES.toSorted());
  });

  it.each(Object.entries(SCENES))(
    'the scene %s is the one that songs without a picture have',
    (name, shapes) => {
      expect(readFileSync(join(FOLDER, `${name}.svg`), 'utf8')).toContain(shapes);
    },
  );
});
