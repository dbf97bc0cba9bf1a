import { expect, it, vi } from 'vitest';

it('the schema builders describe every contract in the same way as TypeBox', async () => {
  const original = await import('@larksong/contracts');
  vi.resetModules();
  vi.doMock('typebox', () => import('./schema.ts'));
  const light = await import('@larksong/contracts');
  // Only TypeBox's own schemas carry their kind, so the two sets really come from different builders.
  expect('~kind' in original.Uuid).toBe(true);
  expect('~kind' in light.Uuid).toBe(false);
  const toJson = (contracts: object) => JSON.parse(JSON.stringify(contracts)) as unknown;
  expect(toJson(light)).toEqual(toJson(original));
});
