import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';
import sharp from 'sharp';
import { expect, it } from 'vitest';

const PUBLIC = join(import.meta.dirname, '../../web/public');
/** What messengers load without hesitation. */
const MOST_BYTES = 20_000;

it('every sign of a list has a small cover in each hue, in the size that messengers show', async () => {
  const looks = catalog.LIST_SIGNS.flatMap((sign) => catalog.CHIP_HUES.map((hue) => ({ sign, hue })));
  for (const look of looks) {
    const path = join(PUBLIC, catalog.listCoverPath(look));
    const { format, width, height } = await sharp(path).metadata();
    expect([path, format, width, height]).toEqual([path, 'png', 1200, 630]);
    expect((await stat(path)).size, path).toBeLessThan(MOST_BYTES);
  }
});
