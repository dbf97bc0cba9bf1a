import { expect } from 'vitest';

import { paths } from '../../web/src/paths.ts';

/** The path of every page of the site. */
const ROUTES = Object.values(paths).filter((path) => typeof path === 'string');

/** Fails if the addresses leave out a page of the site; parameters do not count. */
export function expectEveryRoute(addresses: readonly string[]): void {
  const visited = new Set(addresses.map((address) => address.replace(/[?#].*/, '')));
  expect(ROUTES.filter((path) => !visited.has(path))).toEqual([]);
}
