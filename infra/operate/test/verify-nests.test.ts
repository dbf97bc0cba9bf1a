import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { findMismatches } from '../src/commands/verify.ts';
import { createSite, type TestSite } from './site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site?.stop());

it('nests that contradict themselves, and rules of nests that auth does not know, are named', async () => {
  const [owner, other, nest, group, stranger, gone] = Array.from({ length: 6 }, () => randomUUID());
  for (const id of [owner, other])
    await site.query(
      'auth',
      `insert into users (id, email, username, username_key, password_hash) values ($1::uuid, $1::text, $1::text, $1::text, 'x')`,
      [id],
    );
  await site.query(
    'auth',
    `with class as (insert into nest_classes (id, owner_id, name, sign, hue) values ($2, $1, 'Room 3', 'sun', 'leaf'))
     insert into nests (id, owner_id, animal, ground, nickname) values ($3, $1, 'fox', 'lake', 'Juno')`,
    [owner, group, nest],
  );
  const addRule = (id: string | undefined, of: string | undefined) =>
    site.query(
      'catalog',
      `insert into nest_rules
         (id, owner_id, allows_search, volume, game, zone, counts_learning, counts_game, counts_still)
       values ($1, $2, false, 100, '{}', 'UTC', false, false, false)`,
      [id, of],
    );
  const find = async () => (await findMismatches(site.config, { mendAgeMs: undefined })).nests;
  await addRule(nest, owner);
  await addRule(group, owner);
  await addRule(gone, owner);
  await site.query('auth', 'insert into nest_departures (id) values ($1)', [gone]);
  expect(await find()).toEqual([]);

  await site.query('auth', 'delete from nest_departures');
  await site.query('catalog', 'insert into nest_ids values ($1, $2)', [stranger, group]);
  await site.query('catalog', 'update nest_rules set owner_id = $1 where id = $2', [other, nest]);
  await site.query('auth', 'update nests set class_id = $1, shared_with_id = $2', [group, other]);
  expect((await find()).toSorted()).toEqual(
    [
      `Minutes are kept of the nest ${stranger}, which auth does not know.`,
      `The nest ${nest} is in a class and also shared without it.`,
      `The rule ${gone} is of a nest or class that auth does not know.`,
      `The rule ${nest} has another owner than its nest or class.`,
    ].toSorted(),
  );
  await site.query('auth', 'alter table nests rename to later'); // as before nests
  expect(await find()).toEqual([]);
});
