import { game } from '@larksong/contracts';
import { listAdmitted } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { startGame, type TestGame } from './support.ts';

let service: TestGame;
beforeAll(async () => {
  service = await startGame({});
});
afterAll(() => service?.stop());

it("the token of a superadmin's nest admits to the calls of the game that nests may make, the door's to none", async () => {
  const nest = await service.issuer.enterNest({ ownerId: service.superadmin.id });
  expect(await listAdmitted(service.url, game, nest.headers)).toEqual(['dealItems', 'listCategories']);
  expect(await listAdmitted(service.url, game, nest.doorHeaders)).toEqual([]);
  const all = await listAdmitted(service.url, game, service.superadmin.headers);
  expect(all.length).toBeGreaterThan(20);
});
