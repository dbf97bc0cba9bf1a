import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { catalog } from '@larksong/contracts';
import { expect, it } from 'vitest';

const PUBLIC = join(import.meta.dirname, '../../web/public');
/** What messengers load without hesitation. */
const MOST_BYTES = 20_000;

it('every sign of a list has a small cover in each hue, in the size that messengers show', async () => {
  const looks = catalog.LIST_SIGNS.flatMap((sign) => catalog.CHIP_HUES.map((hue) => ({ sign, hue })));
  for (const look of looks) {
    const path = join(PUBLIC, catalog.listCoverPath(look));
    const file = await readFile(path);
    const format = file.toString('latin1', 1, 4);
    // https://www.w3.org/TR/png-3/#11IHDR
    const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
    expect([path, format, width, height]).toEqual([path, 'PNG', 1200, 630]);
    expect(file.length, path).toBeLessThan(MOST_BYTES);
  }
});
