import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createLinkKeys } from '../../../services/catalog/src/list-links/link-keys.ts';
import { findUnreadableLinks } from '../src/check/verify-lists.ts';
import { findMismatches } from '../src/commands/verify.ts';
import { createSite, type TestSite } from './site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());

it('lists that contradict themselves, and links that do not open with the secrets of the site, are named', async () => {
  const { id: keyId } = createLinkKeys({ secrets: [site.config.LINK_SECRET ?? ''] });
  const [list, link] = [randomUUID(), randomUUID()];
  await site.query(
    'catalog',
    `insert into song_lists (id, owner_id, name, description, sign, hue, letters)
     values ($1, $1, 'Ours', '', 'sun', 'lake', '{}')`,
    [list],
  );
  await site.query(
    'catalog',
    `with maker as (insert into song_list_makers values ($1, 'member'))
     insert into song_list_links
       (id, list_id, maker_id, name, code_hash, code_sealed, key_id, shows_own, has_preview)
     values ($2, $1, $1, 'Grandma', 'x', 'x', $3, false, true)`,
    [list, link, keyId],
  );
  const find = async () => [
    ...(await findMismatches(site.config, { mendAgeMs: undefined })).lists,
    ...(await findUnreadableLinks(site.config)),
  ];
  expect(await find()).toEqual([]);
  await site.query('catalog', 'update song_lists set song_count = 2');
  await site.query('catalog', `update song_list_links set key_id = '0123456789abcdef'`);
  expect(await find()).toEqual([
    `The list ${list} counts 2 songs and has 0.`,
    expect.stringMatching(/^1 link to lists made with another LINK_SECRET/),
  ]);
  await site.query('catalog', 'drop table song_list_links cascade'); // as before lists
  expect(await find()).toEqual([]);
});
