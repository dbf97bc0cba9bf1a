import type { Catalogue } from '@larksong/languages/format-message';
import { expect, it } from 'vitest';

import { BUILT_IN } from './texts.ts';

it('a page without a catalogue has the same English sentences as one with it', () => {
  const catalogues = import.meta.glob<Catalogue>('../../../packages/languages/locales/en/game.po', {
    import: 'default',
    eager: true,
  });
  expect(Object.values(catalogues)).toHaveLength(1);
  expect(Object.values(catalogues)[0]).toMatchObject(BUILT_IN);
});
