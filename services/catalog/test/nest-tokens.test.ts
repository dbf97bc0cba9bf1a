import { catalog } from '@larksong/contracts';
import { listAdmitted } from '@larksong/service-kit/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { startCatalog, type TestCatalog } from './support.ts';

let service: TestCatalog;
beforeAll(async () => {
  service = await startCatalog();
});
afterAll(() => service?.stop());

it("the tokens of a superadmin's nest and its door admit to the calls that are for them, and to no others", async () => {
  const { issuer, superadmin, url } = service;
  const nest = await issuer.enterNest({ ownerId: superadmin.id });
  const access = new Map(
    Object.values<unknown>(catalog).flatMap((call) =>
      typeof call === 'object' && call !== null && 'operationId' in call && 'access' in call
        ? [[call.operationId, call.access]]
        : [],
    ),
  );
  const ofNest = await listAdmitted(url, catalog, nest.headers);
  expect(ofNest.filter((id) => access.get(id) !== 'nest')).toEqual([]);
  const ofDoor = await listAdmitted(url, catalog, nest.doorHeaders);
  expect(ofDoor.filter((id) => access.get(id) !== 'door')).toEqual([]);
});
